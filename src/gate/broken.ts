import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { ApiError } from '../errors.ts'
import { type Exchange, envelopeOf, json, sendError } from '../http/exchange.ts'
import { type HttpLimiter, limitHeaders } from '../limits/http.ts'
import type { Metrics } from './metrics.ts'

const refusals: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The request headers are larger than 16 KB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the body are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  CONNECT: [405, 'This service is no proxy.'],
}

function refusalOf({ code = '' }: NodeJS.ErrnoException): ApiError {
  const [status, message] = refusals[code] ?? [400, 'The request is not well-formed HTTP.']
  return new ApiError('invalid_request', message, { status, headers: { Connection: 'close' } })
}

/** Whatever was to be sent has left, or nobody is there to take it. */
const end = (socket: Duplex) => void socket.end(() => socket.destroy())

type Parts = { limiter: HttpLimiter; metrics: Metrics; log: Logger; inFlight: WeakMap<Duplex, Exchange> }

/** Answers what Node could not read as a request: in the envelope, with the headers of every answer, then hangs up. */
export function makeBroken({ limiter, metrics, log, inFlight }: Parts) {
  async function answer(refusal: ApiError, socket: Duplex): Promise<void> {
    const requestId = randomUUID()
    const address = (socket instanceof Socket && socket.remoteAddress) || ''
    const limit = await limiter.count({ kind: 'nobody' }, address, 1)
    const body = envelopeOf(refusal)
    const headers = {
      Date: new Date().toUTCString(),
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      ...limitHeaders(limit),
      ...refusal.headers,
      'Content-Type': json,
      'Content-Length': Buffer.byteLength(body),
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`)
    end(socket)
    metrics.requests.observe('', 'none', refusal.status, 0)
    log.info({ requestId, status: refusal.status, reason: refusal.message }, 'broken request')
  }

  return function handleBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
    const exchange = inFlight.get(socket)
    if (error.code === 'ECONNRESET' || !socket.writable || exchange?.res.headersSent) return void socket.destroy()
    const refusal = refusalOf(error)
    if (!exchange) return void answer(refusal, socket).catch(() => socket.destroy())
    inFlight.delete(socket)
    sendError(exchange, refusal)
  }
}
