import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Decides which servers a link check may request. */
export type RequestPolicy = { allowsAddress(address: string): boolean; allowsPort(port: string): boolean }

/**
 * Returns whether an IP address belongs to the public Internet. Private, local, shared, reserved and translated
 * addresses do not. Otherwise a link could make the service send requests to its own network (SSRF).
 */
export const isPublicAddress = (address: string) =>
  isIP(address) !== 0 && ipaddr.process(address.split('%', 1)[0]!).range() === 'unicast'

/** Allows hosts on the public Internet, on the default ports of HTTP and HTTPS. */
export const publicRequestPolicy: RequestPolicy = {
  allowsAddress: isPublicAddress,
  allowsPort: (port) => port === '',
}
