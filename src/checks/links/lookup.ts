import { Resolver } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { LinkRequestPolicy } from './request-policy.ts'

const dnsTimeoutMs = 3000

class RefusedAddress extends Error {
  override name = 'RefusedAddress'
}

const isMissing = ({ code }: NodeJS.ErrnoException) => code === 'ENOTFOUND' || code === 'ENODATA'

type FoundAddress = { address: string; family: 4 | 6 }

/**
 * Resolves a host name. `dns.lookup` would use the thread pool of Node.js, where a slow DNS server delays other work.
 */
async function resolve(host: string, servers: readonly string[] | undefined): Promise<FoundAddress[]> {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 1 })
  if (servers) resolver.setServers(servers)
  const find = (family: 4 | 6) =>
    new Promise<FoundAddress[]>((found, reject) => {
      const answered = (error: NodeJS.ErrnoException | null, addresses: string[]) =>
        error && !isMissing(error) ? reject(error) : found((addresses ?? []).map((address) => ({ address, family })))
      if (family === 4) resolver.resolve4(host, answered)
      else resolver.resolve6(host, answered)
    })
  const all = await Promise.all([find(4), find(6)])
  return all.flat()
}

/**
 * Makes the `lookup` function of an HTTP request. The `lookup` function refuses a host name if one of its addresses is
 * forbidden. A check before the request would allow DNS rebinding: the name could get another address after the check.
 */
export const makeDnsLookupWithAddressCheck =
  ({ allowsAddress, dnsServers }: LinkRequestPolicy): LookupFunction =>
  (host, options, callback) => {
    const fail = (error: NodeJS.ErrnoException) => callback(error, '', 0)
    resolve(host, dnsServers).then((addresses) => {
      const [first] = addresses
      if (!first) fail(Object.assign(new Error('the host does not exist'), { code: 'ENOTFOUND' }))
      else if (!addresses.every(({ address }) => allowsAddress(address))) fail(new RefusedAddress())
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    }, fail)
  }
