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
 * Returns the host names of the MCP server. Returns undefined if the service listens on every network interface and no
 * host name is configured, because the host names are then unknown.
 */
function findHostNames({ publicUrl, mcpAllowedHosts, host }: Config): ReadonlySet<string> | undefined {
  const named = [...mcpAllowedHosts, ...(publicUrl ? [new URL(publicUrl).hostname] : [])]
  return named.length > 0 || loopbackAddresses.includes(host) ? new Set([...loopback, ...named]) : undefined
}

/**
 * Makes a function that returns the base URL of the service for a client, without a slash at the end. Without
 * `PUBLIC_URL`, the URL comes from the request. The function then returns undefined if the requested host is not a host
 * name of the service.
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
 * Makes a function that checks the headers `Host` and `Origin` of a request. It throws an ApiError 403 if the service
 * does not have the requested host name, or if the request comes from a web page of another origin that is not
 * configured. Both checks protect against DNS rebinding (MCP specification, Streamable HTTP, "Security Warning"). If
 * the host names of the service are unknown (`findHostNames`), the function does not check `Host`, and accepts only web
 * pages of the configured origins.
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
