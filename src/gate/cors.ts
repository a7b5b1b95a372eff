import { type Exchange, type Headers, sendHead } from '../http/exchange.ts'

const exposed = [
  'ETag',
  'Location',
  'Retry-After',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotency-Replayed',
].join(', ')

const allowedHeaders =
  'Authorization, X-API-Key, Content-Type, If-Match, If-None-Match, Idempotency-Key, MCP-Protocol-Version, X-Request-Id'
const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

/** Lets pages of the configured origins read answers; never with cookies (Fetch standard, CORS protocol). */
export function setCors({ req, headers }: Exchange, origins: readonly string[]): void {
  if (origins.length === 0) return
  headers.Vary = 'Origin'
  const { origin } = req.headers
  if (origin === undefined || !origins.includes(origin)) return
  headers['Access-Control-Allow-Origin'] = origin
  headers['Access-Control-Expose-Headers'] = exposed
}

export const isPreflight = ({ req }: Exchange) =>
  req.method === 'OPTIONS' &&
  req.headers.origin !== undefined &&
  req.headers['access-control-request-method'] !== undefined

const allowed: Headers = {
  'Access-Control-Allow-Methods': allowedMethods,
  'Access-Control-Allow-Headers': allowedHeaders,
  'Access-Control-Max-Age': '600',
}

export function answerPreflight(exchange: Exchange): void {
  const known = 'Access-Control-Allow-Origin' in exchange.headers
  sendHead(exchange, 204, known ? allowed : {}).end()
}
