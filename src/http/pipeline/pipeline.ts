import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import type { Authenticator } from '../../identity/authenticator.ts'
import type { Caller } from '../../identity/caller.ts'
import {
  addRateLimitHeaders,
  type HttpRateLimiter,
  makeUncountedRateLimitState,
  type RateLimitState,
} from '../../identity/rate-limit.ts'
import type { Config } from '../../platform/config.ts'
import { runWithTenantConnectionLimit } from '../../platform/db/tenant-context.ts'
import { makeUnavailableError, maskError } from '../../platform/errors.ts'
import { parseForwardedAddress } from '../../platform/limits/ip-address.ts'
import type { EndReservation } from '../../platform/limits/tenant-limiter.ts'
import { makeRequestLogger } from '../../platform/log.ts'
import type { ClientResourceLimits } from '../client-resource-limits.ts'
import { type Endpoint, type Exchange, type ResponseHeaders, readRequestId } from '../exchange.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { ConcurrencyLimiter } from '../overload/concurrency-limiter.ts'
import { sendError } from '../send.ts'
import { getTenantIdForLimits } from '../tenant-id-for-limits.ts'
import { makeClientIdFinder, makeRequestAuthenticator } from './authenticate.ts'
import { makeClientErrorHandler } from './client-error.ts'
import { makeConnectionRefusalResponder } from './connection-refusal.ts'
import { isPreflight, sendPreflightResponse, setCorsHeaders } from './cors.ts'
import {
  assertCallerMayUseApi,
  assertSingleHostHeader,
  assertSupportedMessageFormat,
  getLastForwardedHeaderValue,
  refusePlainHttpRequest,
  wasSentOverPlainHttp,
} from './request-checks.ts'
import { defaultResponseHeaders, isHttpsOutsideLocalhost, strictTransportSecurityHeader } from './security-headers.ts'
import { makeStalledConnectionHandler } from './stalled-connections.ts'

type Dependencies = {
  config: Config
  log: Logger
  keyring: Authenticator
  idTokens: Authenticator | undefined
  limiter: HttpRateLimiter
  metrics: Metrics
  /** Records each request of a workspace for its usage report. */
  usage: { record(workspaceId: string, status: number): void }
  /** Logs an unexpected error and counts it in the metrics. */
  onInternalError(error: unknown, log: Logger): void
  concurrencyLimiter: ConcurrencyLimiter
  endpointOf(path: string): Endpoint
  resourceLimits: ClientResourceLimits
}

const overloaded = makeUnavailableError('The service is overloaded. Wait for Retry-After seconds.')

const noRelease = () => {}
const anonymousCaller: Caller = { kind: 'anonymous' }
const noLimit: RateLimitState = { policy: 'anonymous', limit: 0, remaining: 0, resetAt: 0, isExceeded: false }

/**
 * Makes the handler of all HTTP requests. The handler sets the request id, checks HTTPS and CORS, finds the caller,
 * applies the rate limit, calls the endpoint and logs the request. An error in any step becomes an error response with
 * the usual headers.
 */
export function makeRequestPipeline(dependencies: Dependencies) {
  const { config, limiter, metrics, usage, concurrencyLimiter, log, endpointOf, onInternalError, resourceLimits } =
    dependencies
  const authenticate = makeRequestAuthenticator(dependencies)
  const identifyClient = makeClientIdFinder(dependencies)
  const logRequest = makeRequestLogger(log)

  function makeHeaders(req: IncomingMessage, requestId: string): ResponseHeaders {
    const headers: ResponseHeaders = { ...defaultResponseHeaders, 'X-Request-Id': requestId }
    return isHttpsOutsideLocalhost(req, config) ? { ...headers, ...strictTransportSecurityHeader } : headers
  }

  function openExchange(req: IncomingMessage, res: ServerResponse): Exchange {
    const requestId = readRequestId(req)
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

  function record(
    { req, res, requestId, path, caller, route }: Exchange,
    { maskPath }: Endpoint,
    startedAt: number,
  ): void {
    const ms = performance.now() - startedAt
    metrics.requests.observe({ method: req.method ?? '', route, status: res.statusCode }, ms / 1000)
    if (caller.kind !== 'anonymous' && caller.kind !== 'master') usage.record(caller.workspaceId, res.statusCode)
    logRequest({
      requestId,
      method: req.method,
      path: maskPath ? maskPath(path) : path,
      status: res.statusCode,
      ms: Math.round(ms * 10) / 10,
      workspaceId: caller.kind === 'anonymous' ? undefined : caller.workspaceId,
      keyId: caller.kind === 'key' ? caller.keyId : undefined,
      master: caller.kind === 'master' || undefined,
      aborted: !res.writableFinished || undefined,
    })
  }

  async function runEndpoint(exchange: Exchange, endpoint: Endpoint): Promise<void> {
    const { req } = exchange
    setCorsHeaders(exchange.headers, exchange.req.headers.origin, config.corsOrigins)
    const isSecure = !wasSentOverPlainHttp(req, config.trustProxy)
    const isPreflightRequest = isPreflight(exchange)
    const isCounted = endpoint.isAuthenticatedAndCounted && !isPreflightRequest
    let release: EndReservation | undefined
    try {
      if (isSecure && isCounted) ({ caller: exchange.caller, release } = await authenticate(exchange, endpoint))
    } finally {
      try {
        exchange.limit = await limiter.count(
          exchange.caller,
          exchange.ipAddress,
          isCounted ? 1 : 0,
          endpoint.anonymousRateLimit,
        )
        addRateLimitHeaders(exchange.headers, exchange.limit)
      } finally {
        release?.()
      }
    }
    assertSupportedMessageFormat(exchange)
    assertSingleHostHeader(exchange)
    refusePlainHttpRequest(exchange, config.trustProxy)
    if (isPreflightRequest) return sendPreflightResponse(exchange)
    if (isCounted) assertCallerMayUseApi(exchange)
    await runWithTenantConnectionLimit(getTenantIdForLimits(exchange), () => endpoint.handle(exchange))
  }

  const { anonymous } = config.rateLimits

  /**
   * Refuses a request because the service is overloaded. To save time, the request is not authenticated, counted or
   * logged.
   */
  function shed(exchange: Exchange, endpoint: Endpoint): void {
    metrics.shedRequests.inc()
    setCorsHeaders(exchange.headers, exchange.req.headers.origin, config.corsOrigins)
    addRateLimitHeaders(exchange.headers, makeUncountedRateLimitState(anonymous))
    ;(endpoint.sendError ?? sendError)(exchange, overloaded)
  }

  const inFlight = new WeakMap<Duplex, Exchange>()

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const startedAt = performance.now()
    const exchange = openExchange(req, res)
    const endpoint = endpointOf(exchange.path)
    const client = endpoint.isNeverShed ? undefined : identifyClient(exchange, endpoint)
    const admission = client === undefined ? noRelease : concurrencyLimiter.acquire(client)
    let releaseSlot = admission instanceof Promise ? await admission : admission
    if (!releaseSlot) return shed(exchange, endpoint)
    async function waitForClient<T>(work: () => Promise<T>): Promise<T> {
      releaseSlot?.()
      releaseSlot = undefined
      const result = await work()
      releaseSlot = await concurrencyLimiter.acquire(client!)
      if (releaseSlot) return result
      metrics.shedRequests.inc()
      throw overloaded
    }
    if (client !== undefined) exchange.waitForClient = waitForClient
    const releasesWhenHandled: (() => void)[] = []
    function onHandled(release: () => void): void {
      releasesWhenHandled.push(release)
    }
    exchange.onHandled = onHandled
    if (req.socket.destroyed) return releaseSlot()
    inFlight.set(req.socket, exchange)
    res.on('close', () => {
      if (inFlight.get(req.socket) === exchange) inFlight.delete(req.socket)
      record(exchange, endpoint, startedAt)
    })
    try {
      await runEndpoint(exchange, endpoint)
    } catch (thrown) {
      // The client error handler has already answered this malformed request.
      if (res.headersSent && !inFlight.has(req.socket)) return
      const error = maskError(thrown, (accident) => onInternalError(accident, exchange.log()))
      if (res.headersSent) res.destroy()
      else (endpoint.sendError ?? sendError)(exchange, error)
    } finally {
      releaseSlot?.()
      for (const release of releasesWhenHandled) release()
    }
  }

  const handleClientError = makeClientErrorHandler({
    limiter,
    metrics,
    log,
    inFlight,
    corsOrigins: config.corsOrigins,
    anonymousLimit: anonymous,
  })
  return {
    handle,
    handleClientError,
    isWaitingForResponse: (socket: Duplex) => inFlight.get(socket)?.res.headersSent === false,
    handleStalled: makeStalledConnectionHandler(inFlight, handleClientError),
    onConnectionRefused: makeConnectionRefusalResponder(metrics, anonymous),
  }
}
