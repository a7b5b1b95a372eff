import { randomUUID } from 'node:crypto'
import { makeUncountedRateLimitState } from '../../identity/rate-limit.ts'
import { makeUnavailableError } from '../../platform/errors.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { formatRawErrorResponse } from './raw-error-response.ts'

const tooManyConnections = makeUnavailableError('Too many connections are open. Wait for Retry-After seconds.', {
  retryAfterSeconds: 5,
  details: { reason: 'connections' },
})

/**
 * Makes the function that counts a refused connection and returns the response for the client. No request is read from
 * the connection, so the caller is unknown, and the rate limit headers show the full limit of anonymous callers.
 */
export const makeConnectionRefusalResponder = (metrics: Metrics, anonymousLimit: number) => (): string => {
  metrics.refusedConnections.inc()
  return formatRawErrorResponse(tooManyConnections, {
    requestId: randomUUID(),
    limit: makeUncountedRateLimitState(anonymousLimit),
  })
}
