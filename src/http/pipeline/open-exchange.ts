import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Caller } from '../../identity/caller.ts'
import type { RateLimitState } from '../../identity/rate-limit.ts'
import type { Config } from '../../platform/config.ts'
import { parseForwardedAddress } from '../../platform/limits/ip-address.ts'
import type { ClientResourceLimits } from '../client-resource-limits.ts'
import { type Exchange, getOrGenerateRequestId, type ResponseHeaders } from '../exchange.ts'
import { getLastForwardedHeaderValue } from './request-checks.ts'
import {
  defaultResponseHeaders,
  isHttpsRequestOutsideLocalhost,
  strictTransportSecurityHeader,
} from './security-headers.ts'

type Dependencies = { config: Config; log: Logger; resourceLimits: ClientResourceLimits }

const anonymousCaller: Caller = { kind: 'anonymous' }
const noLimit: RateLimitState = { policy: 'anonymous', limit: 0, remaining: 0, resetAt: 0, isExceeded: false }

/**
 * Makes a function that creates the `Exchange` of a new request. The caller in the exchange is anonymous until the
 * request is authenticated.
 */
export function makeExchangeFactory({ config, log, resourceLimits }: Dependencies) {
  function makeHeaders(req: IncomingMessage, requestId: string): ResponseHeaders {
    const headers: ResponseHeaders = { ...defaultResponseHeaders, 'X-Request-Id': requestId }
    return isHttpsRequestOutsideLocalhost(req, config) ? { ...headers, ...strictTransportSecurityHeader } : headers
  }

  return function openExchange(req: IncomingMessage, res: ServerResponse): Exchange {
    const requestId = getOrGenerateRequestId(req)
    // A request line may contain a whole URL instead of a path (RFC 9112, section 3.2.2).
    const url = (req.url?.startsWith('/') ? req.url : req.url?.replace(/^https?:\/\/[^/?]*/i, '')) || '/'
    const queryStart = url.indexOf('?')
    const forwardedFor = config.trustProxy
      ? parseForwardedAddress(getLastForwardedHeaderValue(req, 'x-forwarded-for') ?? '')
      : undefined
    return {
      req,
      res,
      requestId,
      path: queryStart < 0 ? url : url.slice(0, queryStart),
      query: queryStart < 0 ? '' : url.slice(queryStart + 1),
      ipAddress: forwardedFor ?? req.socket.remoteAddress ?? '',
      headers: makeHeaders(req, requestId),
      caller: anonymousCaller,
      limit: noLimit,
      resourceLimits,
      waitForClient: (work) => work(),
      onHandled: () => {},
      log: () => log.child({ requestId }),
      route: 'none',
    }
  }
}
