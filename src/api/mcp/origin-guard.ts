import type { Exchange } from '../../http/exchange.ts'
import type { Config } from '../../platform/config.ts'
import { ApiError } from '../../platform/errors.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']
const loopbackAddresses = ['localhost', '127.0.0.1', '::1']

const hostnameOf = (host: string) => {
  const url = `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

/**
 * Returns the host that the client requested. If `X-Forwarded-Host` is a list, returns the last host in the list,
 * because only the last host comes from the service's proxy.
 */
function hostOf({ req }: Exchange, trustProxy: boolean): string {
  const forwarded = trustProxy ? req.headers['x-forwarded-host'] : undefined
  return typeof forwarded === 'string' ? forwarded.split(',').at(-1)!.trim() : (req.headers.host ?? '')
}

/**
 * Returns the host names of the MCP server. If no host name is configured, only a service that other machines cannot
 * reach has known host names, such as `localhost`. For other services, the result is undefined.
 */
function findHostNames({ publicUrl, mcpAllowedHosts, host }: Config): ReadonlySet<string> | undefined {
  const named = [...mcpAllowedHosts, ...(publicUrl ? [new URL(publicUrl).hostname] : [])]
  return named.length > 0 || loopbackAddresses.includes(host) ? new Set([...loopback, ...named]) : undefined
}

/**
 * Makes a function that returns the base URL of the service, without a slash at the end. If `PUBLIC_URL` is not
 * configured, the function makes the URL from the host that the client requested. If this host is not one of the known
 * host names of the service (`findHostNames`), the function returns undefined.
 */
export function makeBaseUrlFinder(config: Config): (exchange: Exchange) => string | undefined {
  const { publicUrl, trustProxy, tls } = config
  const hosts = findHostNames(config)
  return (exchange) => {
    if (publicUrl) return publicUrl
    const host = hostOf(exchange, trustProxy)
    if (!hosts?.has(hostnameOf(host) ?? '')) return undefined
    const forwarded = trustProxy ? exchange.req.headers['x-forwarded-proto'] : undefined
    const isHttps =
      tls !== undefined || (typeof forwarded === 'string' && forwarded.split(',').at(-1)!.trim() === 'https')
    return new URL(`${isHttps ? 'https' : 'http'}://${host}`).origin
  }
}

/**
 * Makes a function that protects against DNS rebinding (MCP specification, Streamable HTTP, "Security Warning"). It
 * throws an ApiError 403 in two cases:
 * - The requested host is not a host name of the service. If the host names are unknown (`findHostNames`), every host
 *   is allowed.
 * - The header `Origin` has an origin that is neither configured nor the origin of the service. If the host names are
 *   unknown, only configured origins are allowed.
 */
export function makeOriginGuard(config: Config): (exchange: Exchange) => void {
  const { publicUrl, corsOrigins, trustProxy } = config
  const hosts = findHostNames(config)
  const origins = new Set([...corsOrigins, ...(publicUrl ? [new URL(publicUrl).origin] : [])])

  return (exchange) => {
    const host = hostOf(exchange, trustProxy)
    if (hosts && !hosts.has(hostnameOf(host) ?? ''))
      throw new ApiError('forbidden', 'This Host is not served here; MCP_ALLOWED_HOSTS and PUBLIC_URL name the hosts.')
    const { origin } = exchange.req.headers
    if (origin === undefined || origins.has(origin)) return
    const isSameOrigin = hosts && URL.canParse(origin) && new URL(origin).host === host
    if (!isSameOrigin)
      throw new ApiError(
        'forbidden',
        'Web pages of this Origin may not call this service. CORS_ORIGINS lists the origins that may.',
      )
  }
}
