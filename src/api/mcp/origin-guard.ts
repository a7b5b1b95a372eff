import type { Exchange } from '../../http/exchange.ts'
import type { Config } from '../../platform/config.ts'
import { ApiError } from '../../platform/errors.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']
const loopbackAddresses = ['localhost', '127.0.0.1', '::1']

const hostnameOf = (host: string) => {
  const url = `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

/** Returns the requested host. If `X-Forwarded-Host` is a list, only the last host comes from the service's proxy. */
function hostOf({ req }: Exchange, trustProxy: boolean): string {
  const forwarded = trustProxy ? req.headers['x-forwarded-host'] : undefined
  return typeof forwarded === 'string' ? forwarded.split(',').at(-1)!.trim() : (req.headers.host ?? '')
}

/**
 * Returns the host names of the MCP server, including `localhost`. Returns undefined if no host name is configured and
 * other machines can reach the server.
 */
function findHostNames({ publicUrl, mcpAllowedHosts, host }: Config): ReadonlySet<string> | undefined {
  const named = [...mcpAllowedHosts, ...(publicUrl ? [new URL(publicUrl).hostname] : [])]
  return named.length > 0 || loopbackAddresses.includes(host) ? new Set([...loopback, ...named]) : undefined
}

/**
 * Makes a function that returns the service's base URL, without a final slash: `PUBLIC_URL`, or the requested host if
 * the host is known.
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
 * Makes a function that throws an ApiError 403 for possible DNS rebinding (MCP specification, Streamable HTTP,
 * "Security Warning").
 */
export function makeOriginGuard(config: Config): (exchange: Exchange) => void {
  const { publicUrl, corsOrigins, trustProxy } = config
  const hosts = findHostNames(config)
  const origins = new Set([...corsOrigins, ...(publicUrl ? [new URL(publicUrl).origin] : [])])

  return (exchange) => {
    const host = hostOf(exchange, trustProxy)
    // If the host names of the service are unknown, every host is allowed.
    if (hosts && !hosts.has(hostnameOf(host) ?? ''))
      throw new ApiError('forbidden', 'This Host is not served here; MCP_ALLOWED_HOSTS and PUBLIC_URL name the hosts.')
    const { origin } = exchange.req.headers
    if (origin === undefined || origins.has(origin)) return
    // If the host names of the service are unknown, only configured origins are allowed.
    const isSameOrigin = hosts && URL.canParse(origin) && new URL(origin).host === host
    if (!isSameOrigin)
      throw new ApiError(
        'forbidden',
        'Web pages of this Origin may not call this service. CORS_ORIGINS lists the origins that may.',
      )
  }
}
