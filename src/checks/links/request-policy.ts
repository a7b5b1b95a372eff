import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which servers a link check may send requests to. */
export type LinkRequestPolicy = {
  allowsAddress(address: string): boolean
  allowsPort(port: string): boolean
  /** The DNS servers to ask. Default: the DNS servers of this machine. */
  dnsServers?: readonly string[]
  /** The maximum time of one request, in milliseconds. Default: 5 seconds. */
  timeoutMs?: number
}

const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns whether an IP address is on the public Internet. Link checks use only public addresses, to prevent
 * server-side request forgery (SSRF).
 */
export function isPublicIpAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address.split('%', 1)[0]!)
  // IPv6 addresses outside 2000::/3 are not global unicast addresses (RFC 4291, section 2.4).
  const isGlobal = parsed.kind() === 'ipv4' || parsed.match(globalIpv6)
  // Private, shared, reserved and NAT64 addresses are not public, and are not in the range `unicast`.
  return isGlobal && parsed.range() === 'unicast'
}

/** Allows requests to hosts on the public Internet, on the default ports of HTTP and HTTPS. */
export const publicInternetRequestPolicy: LinkRequestPolicy = {
  allowsAddress: isPublicIpAddress,
  allowsPort: (port) => port === '',
}
