import type { IncomingMessage } from 'node:http'
import { makeUnauthorizedError } from '../../identity/caller.ts'
import { isPlan } from '../../identity/plans.ts'
import { assertWithinRateLimit } from '../../identity/rate-limit.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Exchange } from '../exchange.ts'
import { isHeaderRepeated } from './credentials.ts'

/**
 * Returns the last value of a forwarding header such as `X-Forwarded-For`. The proxy in front of the service has added
 * the last value. Clients can forge all other values.
 */
export const getLastForwardedHeaderValue = (req: IncomingMessage, name: string) => {
  const value = req.headers[name]
  return typeof value === 'string' ? value.split(',').at(-1)!.trim() : undefined
}

/** Returns whether the client has sent the request to our proxy over plain HTTP. */
export const wasSentOverPlainHttp = (req: IncomingMessage, trustProxy: boolean): boolean =>
  trustProxy && getLastForwardedHeaderValue(req, 'x-forwarded-proto') === 'http'

/**
 * Refuses a request that the client has sent to our proxy over plain HTTP.
 * @throws ApiError `invalid_request`
 */
export function refusePlainHttpRequest({ req }: Exchange, trustProxy: boolean): void {
  if (!wasSentOverPlainHttp(req, trustProxy)) return
  throw new ApiError(
    'invalid_request',
    'This API requires HTTPS. The request was sent over plain HTTP, so others may know its key: replace the key.',
  )
}

/**
 * Checks that the request has exactly one Host header (RFC 9112, section 3.2). In HTTP/1.0, the header may be missing.
 * If a request had two Host headers, a proxy and this service could each use a different one.
 */
export function assertSingleHostHeader({ req }: Exchange): void {
  if (isHeaderRepeated(req, 'host'))
    throw new ApiError('invalid_request', 'The request has several Host headers. Send one.')
  if (req.headers.host !== undefined || req.httpVersion === '1.0') return
  throw new ApiError('invalid_request', 'The request has no Host header.')
}

/**
 * Checks that the caller is within its rate limit, that its credential is valid, and that its plan includes the API.
 * @throws ApiError 429, 401 or 403
 */
export function assertCallerMayUseApi({ caller, limit }: Exchange): void {
  assertWithinRateLimit(limit)
  if (caller.kind === 'anonymous') {
    if (caller.refusal !== undefined) throw makeUnauthorizedError(caller.refusal)
  } else if (caller.kind !== 'master' && !isPlan(caller.plan)) {
    throw new ApiError('forbidden', 'The plan of this workspace does not include API access.', {
      details: { plan: caller.plan },
    })
  }
}
