import type { Exchange } from '../http/exchange.ts'

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
export function setCors({ req, res }: Exchange, origins: readonly string[]): void {
  if (origins.length === 0) return
  res.appendHeader('Vary', 'Origin')
  const { origin } = req.headers
  if (origin === undefined || !origins.includes(origin)) return
  res.setHeader('Access-Control-Allow-Origin', origin)
  res.setHeader('Access-Control-Expose-Headers', exposed)
}

export const isPreflight = ({ req }: Exchange) =>
  req.method === 'OPTIONS' &&
  req.headers.origin !== undefined &&
  req.headers['access-control-request-method'] !== undefined

export function answerPreflight({ res }: Exchange): void {
  if (res.hasHeader('Access-Control-Allow-Origin')) {
    res.setHeader('Access-Control-Allow-Methods', allowedMethods)
    res.setHeader('Access-Control-Allow-Headers', allowedHeaders)
    res.setHeader('Access-Control-Max-Age', '600')
  }
  res.writeHead(204).end()
}
