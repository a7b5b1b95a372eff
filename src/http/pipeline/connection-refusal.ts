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
 * Makes the function that counts a refused connection and returns the response. The caller is unknown, so the headers
 * show the anonymous rate limit.
 */
export const makeConnectionRefusalResponder = (metrics: Metrics, anonymousLimit: number) => (): string => {
  metrics.refusedConnections.inc()
  return formatRawErrorResponse(tooManyConnections, {
    requestId: randomUUID(),
    limit: makeUncountedRateLimitState(anonymousLimit),
  })
}
