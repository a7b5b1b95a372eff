import type { IncomingMessage } from 'node:http'
import { makeUnauthorizedError } from '../../identity/caller.ts'
import { isPlan } from '../../identity/plans.ts'
import { assertWithinRateLimit } from '../../identity/rate-limit.ts'
import type { Config } from '../../platform/config.ts'
import { ApiError } from '../../platform/errors.ts'
import { isLoopbackAddress } from '../../platform/limits/ip-address.ts'
import type { Endpoint, Exchange } from '../exchange.ts'
import { isHeaderRepeated } from '../repeated-header.ts'
import { markBodyAsUnreadable } from '../unread-body.ts'

/**
 * Returns the last value of a forwarding header such as `X-Forwarded-For`. The proxy in front of the service adds this
 * value. Clients can forge all other values.
 */
export const getLastForwardedHeaderValue = (req: IncomingMessage, name: string) => {
  const value = req.headers[name]
  return typeof value === 'string' ? value.split(',').at(-1)!.trim() : undefined
}

const exposed =
  'This API requires HTTPS. The request was sent over plain HTTP, so others may know its key: replace the key.'
const settings =
  'Operators can set TLS_CERT_FILE and TLS_KEY_FILE, put an HTTPS proxy in front and set TRUST_PROXY=1, or allow plain HTTP with ALLOW_PLAIN_HTTP=1.'

/**
 * Returns the error for a request that has crossed a network over plain HTTP, otherwise undefined. Such a request must
 * not be authenticated.
 */
export function findPlainHttpRefusal(
  { req }: Pick<Exchange, 'req'>,
  { isServedOverPlainHttp }: Pick<Endpoint, 'isServedOverPlainHttp'>,
  { trustProxy, allowPlainHttp, refusesPlainHttp }: Config,
): ApiError | undefined {
  if (trustProxy && !allowPlainHttp && getLastForwardedHeaderValue(req, 'x-forwarded-proto') === 'http')
    return new ApiError('invalid_request', exposed)
  if (!refusesPlainHttp || isServedOverPlainHttp || isLoopbackAddress(req.socket.remoteAddress ?? '')) return undefined
  return new ApiError('invalid_request', `${exposed} ${settings}`)
}

function refuseAndClose({ req }: Exchange, message: string): never {
  markBodyAsUnreadable(req)
  throw new ApiError('invalid_request', message, { headers: { Connection: 'close' } })
}

/**
 * Refuses HTTP versions and transfer codings that Node parses, but this service does not support (RFC 9112, section
 * 6.1).
 * @throws ApiError `invalid_request`, which also closes the connection
 */
export function assertSupportedMessageFormat(exchange: Exchange): void {
  const { httpVersion, headers } = exchange.req
  const coding = headers['transfer-encoding']
  if (httpVersion !== '1.1' && httpVersion !== '1.0') refuseAndClose(exchange, 'Send the request as HTTP/1.1.')
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0'))
    refuseAndClose(exchange, 'The only Transfer-Encoding that this service supports is chunked, in HTTP/1.1.')
}

/** Matches `host` or `host:port` (RFC 3986, section 3.2). The host may be empty (RFC 9112, section 3.2). */
const hostAndPort = /^(?:\[[\w.~!$&'()*+,;=:-]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/

/**
 * Checks the Host header (RFC 9112, section 3.2). With two Host headers, a proxy could use one and this service the
 * other.
 */
export function assertValidHostHeader({ req }: Exchange): void {
  const { host } = req.headers
  if (isHeaderRepeated(req, 'host'))
    throw new ApiError('invalid_request', 'The request has several Host headers. Send one.')
  if (host === undefined && req.httpVersion !== '1.0')
    throw new ApiError('invalid_request', 'The request has no Host header.')
  if (host !== undefined && !hostAndPort.test(host))
    throw new ApiError('invalid_request', 'The Host header of the request is not a host.')
}

/**
 * Checks that the caller is within its rate limit, that its credential is valid, and that its plan includes the API.
 * @throws ApiError 429, 401 or 403
 */
export function assertRateLimitCredentialAndPlan({ caller, limit }: Exchange): void {
  assertWithinRateLimit(limit)
  if (caller.kind === 'anonymous') {
    if (caller.refusal !== undefined) throw makeUnauthorizedError(caller.refusal)
  } else if (caller.kind !== 'master' && !isPlan(caller.plan)) {
    throw new ApiError('forbidden', 'The plan of this workspace does not include API access.', {
      details: { plan: caller.plan },
    })
  }
}
