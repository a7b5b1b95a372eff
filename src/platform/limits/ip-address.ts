import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

// The prefix of IPv6 addresses that represent IPv4 addresses behind NAT64 (RFC 6052, section 2.1).
const nat64Prefix = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Returns the group whose addresses share one limit: one IPv4 address, or an IPv6 /64 network, which one customer can
 * own (RFC 6177).
 */
export function getIpAddressGroup(ipAddress: string): string {
  if (isIPv4(ipAddress)) return ipAddress
  if (isIP(ipAddress) === 0) return 'unknown'
  const parsed = ipaddr.IPv6.parse(ipAddress.split('%', 1)[0]!)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  if (parsed.match(nat64Prefix)) return ipaddr.fromByteArray(parsed.toByteArray().slice(12)).toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** Returns whether an IP address, in any notation, is a loopback address. */
export function isLoopbackAddress(ipAddress: string): boolean {
  const group = getIpAddressGroup(ipAddress)
  return isIPv4(group)
    ? group.startsWith('127.')
    : isIP(ipAddress) === 6 && ipaddr.IPv6.parse(ipAddress).range() === 'loopback'
}

/**
 * Returns the IP address in an entry of `X-Forwarded-For`. Some proxies append a port, which is removed. Returns
 * undefined if the entry is not an IP address.
 */
export function parseForwardedAddress(entry: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
  return isIP(bare) === 0 ? undefined : bare
}
