import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Caller } from '../auth/caller.ts'
import { unauthorized } from '../auth/caller.ts'
import type { Identity } from '../auth/identity.ts'
import type { Services } from '../context.ts'
import { ApiError, maskError } from '../errors.ts'
import { type Exchange, type Face, requestIdOf, sendError } from '../http/exchange.ts'
import { type HttpLimiter, type LimitState, limitHeaders } from '../limits/http.ts'
import { isPlan } from '../limits/plans.ts'
import { requestLog } from '../process/log.ts'
import type { UsageCounter } from '../usage/counter.ts'
import { makeBroken } from './broken.ts'
import { answerPreflight, isPreflight, setCors } from './cors.ts'
import { identify } from './credentials.ts'
import type { Metrics } from './metrics.ts'
import type { Queue } from './queue.ts'

type Parts = Services & {
  identity: Identity | undefined
  limiter: HttpLimiter
  metrics: Metrics
  usage: UsageCounter
  queue: Queue
  faceOf(path: string): Face
}

const overloaded = new ApiError('internal_error', 'The service is overloaded. Wait for Retry-After seconds.', {
  status: 503,
  headers: { 'Retry-After': '1' },
})

const atOnce = () => {}
const nobody: Caller = { kind: 'nobody' }
const nothing: LimitState = { policy: 'anonymous', limit: 0, remaining: 0, resetAt: 0, exceeded: false }

/** What our own proxy says of a request: the last value of the list, for the ones before it are the client's to write. */
const forwarded = (req: IncomingMessage, name: string) => {
  const value = req.headers[name]
  return typeof value === 'string' ? value.split(',').at(-1)!.trim() : undefined
}

function mustBeSecure({ req }: Exchange, trustProxy: boolean): void {
  if (!trustProxy || forwarded(req, 'x-forwarded-proto') !== 'http') return
  throw new ApiError('invalid_request', 'This API speaks HTTPS only. The request came in the clear: replace its key.')
}

/** RFC 9112, section 3.2. */
function mustNameHost({ req }: Exchange): void {
  if (req.headers.host !== undefined || req.httpVersion === '1.0') return
  throw new ApiError('invalid_request', 'The request has no Host header.')
}

const setLimit = ({ headers }: Exchange, limit: LimitState) => void Object.assign(headers, limitHeaders(limit))

function mustBeWelcome({ caller, limit }: Exchange): void {
  if (limit.exceeded) {
    throw new ApiError('rate_limit_exceeded', 'Too many requests: wait for Retry-After seconds.', {
      details: { limit: limit.limit, resetAt: limit.resetAt },
    })
  }
  if (caller.kind === 'nobody') {
    if (caller.refusal !== undefined) throw unauthorized(caller.refusal)
  } else if (caller.kind !== 'master' && !isPlan(caller.plan)) {
    throw new ApiError('forbidden', 'The plan of this workspace does not include API access.', {
      details: { plan: caller.plan },
    })
  }
}

/**
 * What every request passes, in order: request id and log, HTTPS and CORS, caller, plan limit; then a face. Whatever is
 * thrown at any step, here or in a face, ends as an answer with the right headers.
 */
export function makeGate(parts: Parts) {
  const { config, keyring, identity, limiter, metrics, usage, queue, log, faceOf, onAccident } = parts
  const logRequest = requestLog(log)

  function open(req: IncomingMessage, res: ServerResponse): Exchange {
    const requestId = requestIdOf(req)
    // A request line may name the whole address (RFC 9112, section 3.2.2).
    const url = (req.url?.startsWith('/') ? req.url : req.url?.replace(/^https?:\/\/[^/?]*/i, '')) || '/'
    const mark = url.indexOf('?')
    const forwardedFor = config.trustProxy ? forwarded(req, 'x-forwarded-for') : undefined
    return {
      req,
      res,
      requestId,
      path: mark < 0 ? url : url.slice(0, mark),
      query: mark < 0 ? '' : url.slice(mark + 1),
      address: forwardedFor ?? req.socket.remoteAddress ?? '',
      headers: { 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff' },
      caller: nobody,
      limit: nothing,
      log: () => log.child({ requestId }),
      route: 'none',
    }
  }

  function record({ req, res, requestId, path, caller, route }: Exchange, startedAt: number): void {
    const ms = performance.now() - startedAt
    metrics.requests.observe(req.method ?? '', route, res.statusCode, ms / 1000)
    if (caller.kind === 'key' || caller.kind === 'person') usage.note(caller.workspaceId, res.statusCode)
    logRequest({
      requestId,
      method: req.method,
      path,
      status: res.statusCode,
      ms: Math.round(ms * 10) / 10,
      workspaceId: caller.kind === 'nobody' ? undefined : caller.workspaceId,
      keyId: caller.kind === 'key' ? caller.keyId : undefined,
      master: caller.kind === 'master' || undefined,
      aborted: !res.writableFinished || undefined,
    })
  }

  async function pass(exchange: Exchange, face: Face): Promise<void> {
    const { req } = exchange
    setCors(exchange, config.corsOrigins)
    const secure = !(config.trustProxy && forwarded(req, 'x-forwarded-proto') === 'http')
    const preflight = isPreflight(exchange)
    const counted = face.counted && !preflight
    try {
      if (secure && counted) exchange.caller = await identify(req, keyring, identity, face.master)
    } finally {
      exchange.limit = await limiter.count(exchange.caller, exchange.address, counted ? 1 : 0)
      setLimit(exchange, exchange.limit)
    }
    mustNameHost(exchange)
    mustBeSecure(exchange, config.trustProxy)
    if (preflight) return answerPreflight(exchange)
    if (counted) mustBeWelcome(exchange)
    await face.answer(exchange)
  }

  const { anonymous } = config.rateLimits

  /** Turned away before anything was asked, counted or logged: it must cost next to nothing. */
  function shed(exchange: Exchange, face: Face): void {
    metrics.shed.inc()
    setCors(exchange, config.corsOrigins)
    const resetAt = Math.ceil(Date.now() / 1000) + 60
    setLimit(exchange, { policy: 'anonymous', limit: anonymous, remaining: anonymous, resetAt, exceeded: false })
    ;(face.refuse ?? sendError)(exchange, overloaded)
  }

  const inFlight = new WeakMap<Duplex, Exchange>()

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const startedAt = performance.now()
    const exchange = open(req, res)
    const face = faceOf(exchange.path)
    const entered = face.vital ? atOnce : queue.enter()
    const leave = entered instanceof Promise ? await entered : entered
    if (!leave) return shed(exchange, face)
    if (req.socket.destroyed) return leave()
    inFlight.set(req.socket, exchange)
    res.on('close', () => {
      if (inFlight.get(req.socket) === exchange) inFlight.delete(req.socket)
      record(exchange, startedAt)
    })
    try {
      await pass(exchange, face)
    } catch (thrown) {
      // Answered already, as a request that did not arrive whole.
      if (res.headersSent && !inFlight.has(req.socket)) return
      const error = maskError(thrown, (accident) => onAccident(accident, exchange.log()))
      if (res.headersSent) res.destroy()
      else (face.refuse ?? sendError)(exchange, error)
    } finally {
      leave()
    }
  }

  return { handle, handleBroken: makeBroken({ limiter, metrics, log, inFlight }) }
}
