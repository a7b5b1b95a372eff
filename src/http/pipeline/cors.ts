import type { Exchange, ResponseHeaders } from '../exchange.ts'
import { supportedMethods } from '../read-methods.ts'
import { sendResponseHead } from '../response-head.ts'

const exposedHeaders = [
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotency-Replayed',
  'Preference-Applied',
  'WWW-Authenticate',
  'Allow',
  'Accept',
  'Accept-Patch',
  'Deprecation',
  'Sunset',
].join(', ')

const allowedHeaders =
  'Authorization, X-API-Key, Content-Type, If-Match, If-None-Match, Idempotency-Key, Prefer, MCP-Protocol-Version, X-Request-Id'

/**
 * Sets the CORS headers that let web pages of the configured origins read responses, but not send cookies (Fetch
 * standard, CORS protocol).
 */
export function setCorsHeaders(headers: ResponseHeaders, origin: string | undefined, origins: readonly string[]): void {
  if (origins.length === 0) return
  headers.Vary = `Origin, ${headers.Vary}`
  if (origin === undefined || !origins.includes(origin)) return
  headers['Access-Control-Allow-Origin'] = origin
  headers['Access-Control-Expose-Headers'] = exposedHeaders
}

export const isPreflight = ({ req }: Exchange) =>
  req.method === 'OPTIONS' &&
  req.headers.origin !== undefined &&
  req.headers['access-control-request-method'] !== undefined

const preflightHeaders: ResponseHeaders = {
  'Access-Control-Allow-Methods': supportedMethods,
  'Access-Control-Allow-Headers': allowedHeaders,
  'Access-Control-Max-Age': '600',
}

export function sendPreflightResponse(exchange: Exchange): void {
  const isAllowedOrigin = 'Access-Control-Allow-Origin' in exchange.headers
  sendResponseHead(exchange, 204, isAllowedOrigin ? preflightHeaders : {}).end()
}
