import { ApiError } from './api-error.ts'

/** A request that was sent and whose result is unknown. `body` is the JSON of its variables. */
export type UnansweredRequest = { idempotencyKey: string; body: string }

/** Functions that read and write the stored unanswered request of a form. `write(undefined)` deletes the request. */
export type UnansweredRequestStorage = {
  read(): UnansweredRequest | undefined
  write(request: UnansweredRequest | undefined): void
}

/**
 * Returns whether the API may have applied a mutation that failed with `error`. For example, the API may have applied
 * it and then the connection broke.
 */
const canHaveBeenApplied = (error: unknown) =>
  !(error instanceof ApiError) ||
  error.code === 'unreachable' ||
  error.code === 'internal_error' ||
  (error.code === 'conflict' && error.retryAfterSeconds !== undefined)

/**
 * The codes of errors that the API returns before it looks up the idempotency key. After such an error, an earlier
 * attempt with the same idempotency key may still have succeeded.
 */
const codesBeforeLookup = new Set(['rate_limit_exceeded', 'unauthorized', 'forbidden', 'too_large'])

/** Returns whether the API may have applied a request. `isRepeated` is true if an earlier attempt got no answer. */
export const isRequestResultUnknown = (error: unknown, isRepeated: boolean): boolean =>
  canHaveBeenApplied(error) || (isRepeated && error instanceof ApiError && codesBeforeLookup.has(error.code))
