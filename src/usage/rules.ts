import { makeInvalidRequestError } from '../platform/errors.ts'

const maxDays = 92

/**
 * The maximum number of hours in a response. If the longest time range begins in the middle of an hour, it overlaps one
 * more hour.
 */
export const maxListedHours = maxDays * 24 + 1

/** The highest value of a GraphQL `Int` and of a PostgreSQL `integer`. A count that reaches this number stays there. */
export const maxStoredRequestCount = 2_147_483_647

/**
 * Checks that a time range ends after its start and is at most 92 days long, to keep the response small.
 * @throws ApiError `invalid_request`
 */
export function assertValidTimeRange(from: Date, to: Date): void {
  if (to <= from) throw makeInvalidRequestError([{ path: 'to', message: 'must be after from' }])
  if (to.getTime() - from.getTime() > maxDays * 86_400_000)
    throw makeInvalidRequestError([{ path: 'to', message: `must be at most ${maxDays} days after from` }])
}
