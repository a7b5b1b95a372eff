import type { Exchange, ResponseHeaders } from '../http/exchange.ts'
import type { ResponseCachePolicy } from './context.ts'

/**
 * Removes `Authorization` and `X-API-Key` from `Vary`. `Origin` stays, because the CORS headers differ between origins.
 */
const withoutCredentials = (vary: string) =>
  vary
    .split(', ')
    .filter((name) => name !== 'Authorization' && name !== 'X-API-Key')
    .join(', ')

/**
 * Returns the headers for caches. Operators purge responses by `Surrogate-Key` (Fastly, Varnish) or `Cache-Tag`
 * (Cloudflare).
 */
export function makeCacheControlAndTagHeaders(
  { headers }: Exchange,
  { cacheControl, isForEverybody, tags }: ResponseCachePolicy,
): ResponseHeaders {
  return {
    'Cache-Control': cacheControl,
    ...(isForEverybody && { Vary: withoutCredentials(headers.Vary!) }),
    'Surrogate-Key': tags.join(' '),
    'Cache-Tag': tags.join(','),
  }
}
