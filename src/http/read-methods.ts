import { ApiError } from '../platform/errors.ts'
import type { Exchange } from './exchange.ts'
import { sendResponseHead } from './response-head.ts'

/** The methods that the service supports, each at some address. */
export const supportedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

const readMethods = 'GET, HEAD, OPTIONS'

export const isGetOrHead = ({ req }: Pick<Exchange, 'req'>) => req.method === 'GET' || req.method === 'HEAD'

/**
 * Answers OPTIONS with the allowed methods (`allow`).
 * @throws ApiError 405 for all other methods (RFC 9110, section 15.5.6)
 */
export function sendAllowedMethods(exchange: Exchange, allow: string): void {
  exchange.req.resume()
  exchange.headers.Allow = allow
  if (exchange.req.method !== 'OPTIONS')
    throw new ApiError('invalid_request', `This address takes ${allow}.`, { status: 405 })
  sendResponseHead(exchange, 204).end()
}

/**
 * Answers `OPTIONS *` with the methods that the service supports at some address.
 * @throws ApiError `invalid_request` for other methods, which cannot have this target (RFC 9112, section 3.2.4)
 */
export function answerServerOptions(exchange: Exchange): void {
  if (exchange.req.method !== 'OPTIONS') {
    exchange.req.resume()
    throw new ApiError('invalid_request', 'Only OPTIONS can have the target *.')
  }
  sendAllowedMethods(exchange, supportedMethods)
}

/**
 * Answers OPTIONS, and returns true. Returns false for GET and HEAD, which the endpoint answers.
 * @throws ApiError 405 for all other methods
 */
export function answerUnlessGetOrHead(exchange: Exchange, allow = readMethods): boolean {
  if (isGetOrHead(exchange)) return false
  sendAllowedMethods(exchange, allow)
  return true
}

export const makeReadOnlyHandler =
  (answer: (exchange: Exchange) => Promise<void> | void) =>
  (exchange: Exchange): Promise<void> | void =>
    answerUnlessGetOrHead(exchange) ? undefined : answer(exchange)
