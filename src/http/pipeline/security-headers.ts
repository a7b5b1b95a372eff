import type { IncomingMessage } from 'node:http'
import type { Config } from '../../platform/config.ts'

/** The default headers of every response. An endpoint can replace them. */
export const defaultResponseHeaders = {
  'X-Content-Type-Options': 'nosniff',
  // Without `no-store`, a cache could store a private response to a request with `X-API-Key`.
  'Cache-Control': 'no-store',
  Vary: 'Authorization, X-API-Key, Accept-Encoding',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const

/** Tells browsers to use only HTTPS for this host (RFC 6797). */
export const strictTransportSecurityHeader = { 'Strict-Transport-Security': 'max-age=31536000' } as const

const localhost = /^localhost(:\d+)?$/i

/**
 * Returns whether the client used HTTPS. Always returns false for localhost, because Strict-Transport-Security would
 * also affect all other services at localhost.
 */
export function isHttpsRequestOutsideLocalhost({ headers }: IncomingMessage, { tls, trustProxy }: Config): boolean {
  const proto = headers['x-forwarded-proto']
  const isForwardedHttps = trustProxy && typeof proto === 'string' && proto.split(',').at(-1)!.trim() === 'https'
  return (tls !== undefined || isForwardedHttps) && !localhost.test(headers.host ?? '')
}
