import { ApiError } from './api-error.ts'

/** A request that was sent and whose result is unknown. `body` is the JSON of its variables. */
export type UnansweredRequest = { idempotencyKey: string; body: string }

/** Stores the unanswered request of a form. */
export type UnansweredRequestStorage = {
  read(): UnansweredRequest | undefined
  write(request: UnansweredRequest | undefined): void
}

/** Returns whether the API may have applied a mutation although the dashboard got this error. */
const canHaveBeenApplied = (error: unknown) =>
  !(error instanceof ApiError) ||
  error.code === 'unreachable' ||
  error.code === 'internal_error' ||
  (error.code === 'conflict' && error.retryAfterSeconds !== undefined)

/** The codes of errors that the API returns before it looks up the idempotency key of a request. */
const codesBeforeLookup = new Set(['rate_limit_exceeded', 'unauthorized', 'forbidden', 'too_large'])

/**
 * Returns true if it is unknown, after this error, whether the API has applied the request. `isRepeated` is true if the
 * request repeats an unanswered request. The result of the first attempt then stays unknown if the API returns an error
 * before it looks up the idempotency key, such as `rate_limit_exceeded`.
 */
export const isRequestResultUnknown = (error: unknown, isRepeated: boolean): boolean =>
  canHaveBeenApplied(error) || (isRepeated && error instanceof ApiError && codesBeforeLookup.has(error.code))
