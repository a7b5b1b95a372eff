import { ApiError } from './api-error.ts'

/** A request that was sent and whose result is unknown. `body` is the JSON of its variables. */
export type UnansweredRequest = { idempotencyKey: string; body: string }

/** Stores the unanswered request of a form. */
export type UnansweredRequestStorage = {
  read(): UnansweredRequest | undefined
  write(request: UnansweredRequest | undefined): void
}

/** Returns whether the API can have applied a mutation, although the mutation has failed with this error. */
const canHaveBeenApplied = (error: unknown) =>
  !(error instanceof ApiError) ||
  error.code === 'unreachable' ||
  error.code === 'internal_error' ||
  (error.code === 'conflict' && error.retryAfterSeconds !== undefined)

/** The codes of errors that the API returns before it looks up the idempotency key of a request. */
const codesBeforeLookup = new Set(['rate_limit_exceeded', 'unauthorized', 'forbidden', 'too_large'])

/**
 * Returns whether the result of a request is unknown after it has failed with this error. If the request is the
 * repetition of an unanswered request (`isRepeated`), an error before the lookup of the idempotency key says nothing
 * about the first attempt.
 */
export const isRequestResultUnknown = (error: unknown, isRepeated: boolean): boolean =>
  canHaveBeenApplied(error) || (isRepeated && error instanceof ApiError && codesBeforeLookup.has(error.code))
