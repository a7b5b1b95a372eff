import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import type { Exchange } from '../http/exchange.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']
const loopbackAddresses = ['localhost', '127.0.0.1', '::1']

const hostnameOf = (host: string) => {
  const url = `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

function hostOf({ req }: Exchange, trustProxy: boolean): string {
  const forwarded = trustProxy ? req.headers['x-forwarded-host'] : undefined
  return typeof forwarded === 'string' ? forwarded.split(',', 1)[0]!.trim() : (req.headers.host ?? '')
}

/**
 * Keeps web pages away: MCP's transport, "Security Warning". A page of another origin is refused by `Origin`; one whose
 * name was pointed at this machine (DNS rebinding), by `Host`. A service that listens on every address and has been
 * told no name of its own cannot know its names: it checks no `Host`, and takes no `Origin` but the configured ones.
 * @throws ApiError 403
 */
export function makeGuard(config: Config): (exchange: Exchange) => void {
  const { publicUrl, mcpAllowedHosts, corsOrigins, trustProxy } = config
  const named = [...mcpAllowedHosts, ...(publicUrl ? [new URL(publicUrl).hostname] : [])]
  const hosts =
    named.length > 0 || loopbackAddresses.includes(config.host) ? new Set([...loopback, ...named]) : undefined
  const origins = new Set([...corsOrigins, ...(publicUrl ? [new URL(publicUrl).origin] : [])])

  return (exchange) => {
    const host = hostOf(exchange, trustProxy)
    if (hosts && !hosts.has(hostnameOf(host) ?? ''))
      throw new ApiError('forbidden', 'This Host is not served here; MCP_ALLOWED_HOSTS and PUBLIC_URL name the hosts.')
    const { origin } = exchange.req.headers
    if (origin === undefined || origins.has(origin)) return
    const own = hosts && URL.canParse(origin) && new URL(origin).host === host
    if (!own) throw new ApiError('forbidden', 'Pages of this Origin may not call; CORS_ORIGINS names those that may.')
  }
}
