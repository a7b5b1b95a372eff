import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { addRateLimitHeaders, type HttpRateLimiter, makeUncountedRateLimitState } from '../../identity/rate-limit.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Exchange, ResponseHeaders } from '../exchange.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { sendError } from '../send.ts'
import { markBodyAsUnreadable } from '../unread-body.ts'
import { setCorsHeaders } from './cors.ts'
import { formatRawErrorResponse } from './raw-error-response.ts'
import { defaultResponseHeaders } from './security-headers.ts'

const refusals: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The request headers are larger than 16 KB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the body are too large.'],
  TOO_MANY_CHUNKS: [413, 'The body has too many small chunks. Send longer chunks, or a Content-Length.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  CONNECT: [405, 'This service is not a proxy.'],
}

function refusalFor({ code = '' }: NodeJS.ErrnoException): ApiError {
  const [status, message] = refusals[code] ?? [400, 'The request is not well-formed HTTP.']
  return new ApiError('invalid_request', message, { status, headers: { Connection: 'close' } })
}

/** Sends the remaining data and then closes the socket. */
const closeAfterWrite = (socket: Duplex) => void socket.end(() => socket.destroy())

type Dependencies = {
  limiter: HttpRateLimiter
  metrics: Metrics
  log: Logger
  inFlight: WeakMap<Duplex, Exchange>
  corsOrigins: readonly string[]
  /**
   * The rate limit of anonymous callers. If a request is refused before it is counted, the response shows this limit.
   */
  anonymousLimit: number
}

/** An error of Node's HTTP parser. `rawPacket` is the part of the request that could not be parsed. */
type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer }

/** Returns the `Origin` header of a request that could not be parsed, for the CORS headers of the error response. */
const findOrigin = ({ rawPacket }: ClientError) =>
  rawPacket && /\r\nOrigin:[\t ]*([\x21-\x7e]{1,1000})[\t ]*\r\n/i.exec(rawPacket.toString('latin1'))?.[1]

/**
 * Makes the handler for requests that Node cannot parse. The handler sends an error response with the usual body and
 * headers, and closes the connection.
 */
export function makeClientErrorHandler(dependencies: Dependencies) {
  const { limiter, metrics, log, inFlight, corsOrigins, anonymousLimit } = dependencies
  // Node can emit several errors for one connection, but only the first error is answered.
  const refused = new WeakSet<Duplex>()

  async function respond(refusal: ApiError, socket: Duplex, origin: string | undefined): Promise<void> {
    const requestId = randomUUID()
    const ipAddress = (socket instanceof Socket && socket.remoteAddress) || ''
    const limit = await limiter.count({ kind: 'anonymous' }, ipAddress, 1)
    const headers: ResponseHeaders = { ...defaultResponseHeaders }
    setCorsHeaders(headers, origin, corsOrigins)
    socket.write(formatRawErrorResponse(refusal, { requestId, limit, headers }))
    closeAfterWrite(socket)
    metrics.requests.observe({ method: '', route: 'none', status: refusal.status }, 0)
    log.info({ requestId, status: refusal.status, reason: refusal.message }, 'malformed request')
  }

  return function handleClientError(error: ClientError, socket: Duplex): void {
    if (refused.has(socket)) return
    const exchange = inFlight.get(socket)
    if (error.code === 'ECONNRESET' || !socket.writable || exchange?.res.headersSent) return void socket.destroy()
    refused.add(socket)
    const refusal = refusalFor(error)
    if (!exchange) return void respond(refusal, socket, findOrigin(error)).catch(() => socket.destroy())
    inFlight.delete(socket)
    markBodyAsUnreadable(exchange.req)
    if (exchange.headers['X-RateLimit-Limit'] === undefined)
      addRateLimitHeaders(exchange.headers, makeUncountedRateLimitState(anonymousLimit))
    sendError(exchange, refusal)
  }
}
