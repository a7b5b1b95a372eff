import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeInvalidRequestError } from '../../platform/errors.ts'
import { readDatabaseTime } from '../schedule/clock.ts'

const day = 86_400_000
/** How long a new preview link is valid by default, in milliseconds. */
const defaultPreviewMs = 7 * day
/** The maximum time for which a preview link can be valid, in milliseconds. */
const maxPreviewMs = 90 * day
/**
 * A preview link can be valid for this many milliseconds longer than `maxPreviewMs`. The clock of the client that chose
 * the time can be ahead of the clock of the database.
 */
const clockToleranceMs = 300_000

/**
 * Returns when a new preview link expires.
 * @throws ApiError `invalid_request` for a time in the past, or too far in the future
 */
export async function choosePreviewLinkExpiry(tx: SqlRunner, expiresAt: Date | null | undefined): Promise<string> {
  const now = Date.parse(await readDatabaseTime(tx))
  const end = expiresAt?.getTime() ?? now + defaultPreviewMs
  if (end <= now) throw makeInvalidRequestError([{ path: 'expiresAt', message: 'must be in the future' }])
  if (end > now + maxPreviewMs + clockToleranceMs)
    throw makeInvalidRequestError([{ path: 'expiresAt', message: 'must be within 90 days' }])
  return new Date(end).toISOString()
}
