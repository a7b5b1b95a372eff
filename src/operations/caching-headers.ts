import type { Exchange, ResponseHeaders } from '../http/exchange.ts'
import type { ResponseCaching } from './context.ts'

/** Returns the header `Vary` without the headers of credentials. `Origin` stays, for web pages of other origins. */
const withoutCredentials = (vary: string) =>
  vary
    .split(', ')
    .filter((name) => name !== 'Authorization' && name !== 'X-API-Key')
    .join(', ')

/**
 * Returns the headers for caches between the service and its clients. `Surrogate-Key` (Fastly, Varnish) and `Cache-Tag`
 * (Cloudflare) name the same tags.
 */
export function makeCachingHeaders(
  { headers }: Exchange,
  { cacheControl, isForEverybody, tags }: ResponseCaching,
): ResponseHeaders {
  return {
    'Cache-Control': cacheControl,
    ...(isForEverybody && { Vary: withoutCredentials(headers.Vary!) }),
    'Surrogate-Key': tags.join(' '),
    'Cache-Tag': tags.join(','),
  }
}
