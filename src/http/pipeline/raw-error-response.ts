import { STATUS_CODES } from 'node:http'
import { addRateLimitHeaders, type RateLimitState } from '../../identity/rate-limit.ts'
import type { ApiError } from '../../platform/errors.ts'
import type { ResponseHeaders } from '../exchange.ts'
import { formatErrorBody, jsonContentType } from '../send.ts'
import { defaultResponseHeaders } from './security-headers.ts'

type Parts = { requestId: string; limit: RateLimitState; headers?: ResponseHeaders }

/**
 * Returns the HTTP text of an error response. This text goes directly to the socket if Node has made no response
 * object.
 */
export function formatRawErrorResponse(error: ApiError, { requestId, limit, headers: own = {} }: Parts): string {
  const body = formatErrorBody(error)
  const headers: ResponseHeaders = {
    Date: new Date().toUTCString(),
    'X-Request-Id': requestId,
    ...defaultResponseHeaders,
    ...own,
    ...error.headers,
    Connection: 'close',
    'Content-Type': jsonContentType,
    'Content-Length': String(Buffer.byteLength(body)),
  }
  addRateLimitHeaders(headers, limit)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`
}
