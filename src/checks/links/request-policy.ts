import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which servers a check of links may reach. */
export type RequestPolicy = { allowsAddress(address: string): boolean; allowsPort(port: string): boolean }

/**
 * Returns whether an IP address belongs to a host on the Internet. Private, local, shared, reserved and translated
 * addresses do not, so that nobody reaches the network of the service through a link.
 */
export const isPublicAddress = (address: string) =>
  isIP(address) !== 0 && ipaddr.process(address.split('%', 1)[0]!).range() === 'unicast'

/** Links may lead to hosts on the Internet, on the usual ports of HTTP. */
export const publicRequestPolicy: RequestPolicy = {
  allowsAddress: isPublicAddress,
  allowsPort: (port) => port === '',
}
