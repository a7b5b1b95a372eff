import type { Exchange, ResponseHeaders } from '../http/exchange.ts'
import type { ResponseCachePolicy } from './context.ts'

/**
 * Removes `Authorization` and `X-API-Key` from the header `Vary`, for a response that is the same for every credential.
 * `Origin` stays in `Vary`, because the CORS headers differ between origins.
 */
const withoutCredentials = (vary: string) =>
  vary
    .split(', ')
    .filter((name) => name !== 'Authorization' && name !== 'X-API-Key')
    .join(', ')

/**
 * Returns the headers for caches between the service and its clients. `Surrogate-Key` (Fastly, Varnish) and `Cache-Tag`
 * (Cloudflare) contain the same tags, with which an operator can purge the response from a cache.
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
