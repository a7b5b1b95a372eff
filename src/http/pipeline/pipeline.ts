import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import type { Authenticator } from '../../identity/authenticator.ts'
import { addRateLimitHeaders, type HttpRateLimiter, makeUncountedRateLimitState } from '../../identity/rate-limit.ts'
import type { Config } from '../../platform/config.ts'
import { makeUnavailableError, maskError } from '../../platform/errors.ts'
import { runWithTenantConnectionLimit } from '../../platform/limits/tenant-context.ts'
import type { EndReservation } from '../../platform/limits/tenant-limiter.ts'
import type { ClientResourceLimits } from '../client-resource-limits.ts'
import type { Endpoint, Exchange } from '../exchange.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { ConcurrencyLimiter } from '../overload/concurrency-limiter.ts'
import { sendError } from '../send.ts'
import { getTenantIdForLimits } from '../tenant-id-for-limits.ts'
import { makePreAuthenticationClientIdFinder, makeRequestAuthenticator } from './authenticate.ts'
import { makeClientErrorHandler } from './client-error.ts'
import { makeConnectionRefusalResponder } from './connection-refusal.ts'
import { isPreflight, sendPreflightResponse, setCorsHeaders } from './cors.ts'
import { type Credential, noCredential, readCredential } from './credentials.ts'
import { makeExchangeFactory } from './open-exchange.ts'
import { makeRequestRecorder } from './record-request.ts'
import {
  assertRateLimitCredentialAndPlan,
  assertSupportedMessageFormat,
  assertValidHostHeader,
  findPlainHttpRefusal,
} from './request-checks.ts'
import { makeStalledConnectionHandler } from './stalled-connections.ts'

type Dependencies = {
  config: Config
  log: Logger
  keyring: Authenticator
  idTokens: Authenticator | undefined
  limiter: HttpRateLimiter
  metrics: Metrics
  /** Adds a request to the usage report of a workspace. */
  usage: { record(workspaceId: string, status: number): void }
  /** Logs an unexpected error and counts it in the metrics. */
  onInternalError(error: unknown, log: Logger): void
  concurrencyLimiter: ConcurrencyLimiter
  endpointOf(path: string): Endpoint
  resourceLimits: ClientResourceLimits
}

const overloaded = makeUnavailableError('The service is overloaded. Wait for Retry-After seconds.')

const noRelease = () => {}

/**
 * Makes the handler of all HTTP requests. The handler checks the request, finds the caller, applies the rate limit and
 * calls the endpoint.
 */
export function makeRequestPipeline(dependencies: Dependencies) {
  const { config, limiter, metrics, concurrencyLimiter, log, endpointOf, onInternalError } = dependencies
  const authenticate = makeRequestAuthenticator(dependencies)
  const identifyClient = makePreAuthenticationClientIdFinder(dependencies)
  const openExchange = makeExchangeFactory(dependencies)
  const record = makeRequestRecorder(dependencies)

  async function runEndpoint(exchange: Exchange, endpoint: Endpoint, sent: Credential): Promise<void> {
    setCorsHeaders(exchange.headers, exchange.req.headers.origin, config.corsOrigins)
    const plainHttpRefusal = findPlainHttpRefusal(exchange, endpoint, config)
    const isPreflightRequest = isPreflight(exchange)
    const isCounted = endpoint.isAuthenticatedAndCounted && !isPreflightRequest
    let release: EndReservation | undefined
    try {
      if (!plainHttpRefusal && isCounted)
        ({ caller: exchange.caller, release } = await authenticate(exchange, endpoint, sent))
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
    assertValidHostHeader(exchange)
    if (plainHttpRefusal) throw plainHttpRefusal
    if (isPreflightRequest) return sendPreflightResponse(exchange)
    if (isCounted) assertRateLimitCredentialAndPlan(exchange)
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
    const sent = endpoint.isAuthenticatedAndCounted ? readCredential(req, endpoint) : noCredential
    const client = endpoint.isNeverShed ? undefined : identifyClient(exchange, endpoint, sent)
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
    const handledCallbacks: (() => void)[] = []
    function onHandled(callback: () => void): void {
      handledCallbacks.push(callback)
    }
    exchange.onHandled = onHandled
    if (req.socket.destroyed) return releaseSlot()
    inFlight.set(req.socket, exchange)
    res.on('close', () => {
      if (inFlight.get(req.socket) === exchange) inFlight.delete(req.socket)
      record(exchange, endpoint, startedAt)
    })
    try {
      await runEndpoint(exchange, endpoint, sent)
    } catch (thrown) {
      // `handleClientError` has already answered this request with an error.
      if (res.headersSent && !inFlight.has(req.socket)) return
      const error = maskError(thrown, (accident) => onInternalError(accident, exchange.log()))
      if (res.headersSent) res.destroy()
      else (endpoint.sendError ?? sendError)(exchange, error)
    } finally {
      releaseSlot?.()
      for (const callback of handledCallbacks) callback()
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
