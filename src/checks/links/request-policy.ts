import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which servers a check of links may reach. */
export type RequestPolicy = {
  allowsAddress(address: string): boolean
  allowsPort(port: string): boolean
  /** The name servers to ask. Default: those of this machine. */
  dnsServers?: readonly string[]
}

const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns whether an IP address belongs to the public Internet. Private, local, shared, reserved and translated
 * addresses do not. Otherwise a link could make the service send requests to its own network (SSRF).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address.split('%', 1)[0]!)
  // All other IPv6 addresses are reserved (RFC 4291, section 2.4), among them those that contain an IPv4 address.
  const isGlobal = parsed.kind() === 'ipv4' || parsed.match(globalIpv6)
  return isGlobal && parsed.range() === 'unicast'
}

/** Allows hosts on the public Internet, on the default ports of HTTP and HTTPS. */
export const publicRequestPolicy: RequestPolicy = {
  allowsAddress: isPublicAddress,
  allowsPort: (port) => port === '',
}
