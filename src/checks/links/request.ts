import { lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { RequestPolicy } from './request-policy.ts'

/** The result of a link check. `unknown` means that the page may or may not exist. */
export type LinkStatus = { state: 'alive' | 'unknown' } | { state: 'dead'; reason: string }

const unknown: LinkStatus = { state: 'unknown' }
const maxRedirects = 5
const maxMs = 5000

class RefusedAddress extends Error {}

/**
 * Resolves a host name, and refuses it if one of its addresses is not allowed. The connection uses the addresses that
 * were checked, so that a name cannot resolve to another address afterwards.
 */
const makeLookup =
  ({ allowsAddress }: RequestPolicy): LookupFunction =>
  (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const refused = error ?? (addresses.every(({ address }) => allowsAddress(address)) ? null : new RefusedAddress())
      if (refused || !addresses[0]) callback(refused ?? new RefusedAddress(), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, addresses[0].address, addresses[0].family)
    })

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/**
 * Whether a request may be sent to a URL. The addresses of a host name are checked later, when the name is resolved.
 */
export const isRequestAllowed = (url: URL, { allowsAddress, allowsPort }: RequestPolicy) =>
  /^https?:$/.test(url.protocol) && allowsPort(url.port) && (isIP(hostOf(url)) === 0 || allowsAddress(hostOf(url)))

type Head = { status: number; location: string | undefined }

/** Sends a request without a body and reads only the head of the response. */
function requestHead(url: URL, method: 'HEAD' | 'GET', policy: RequestPolicy, signal: AbortSignal): Promise<Head> {
  const { promise, resolve, reject } = Promise.withResolvers<Head>()
  const { request } = url.protocol === 'https:' ? https : http
  const sent = request({
    host: hostOf(url),
    port: url.port || undefined,
    path: url.pathname + url.search,
    method,
    headers: { Host: url.host, 'User-Agent': 'Coursewright-Link-Check/1.0', Accept: '*/*' },
    lookup: makeLookup(policy),
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(maxMs)]),
  })
  sent.once('response', (response) => {
    resolve({ status: response.statusCode ?? 0, location: response.headers.location })
    response.destroy()
  })
  sent.on('error', reject)
  sent.end()
  return promise
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

async function follow(url: URL, policy: RequestPolicy, signal: AbortSignal, left: number): Promise<LinkStatus> {
  if (!isRequestAllowed(url, policy)) return unknown
  let head = await requestHead(url, 'HEAD', policy, signal)
  // Some servers answer HEAD requests wrongly, so an error is confirmed with a GET request.
  if (head.status >= 400) head = await requestHead(url, 'GET', policy, signal)
  const { status, location } = head
  if (isRedirect(status) && location !== undefined && URL.canParse(location, url.href))
    return left > 0 ? follow(new URL(location, url), policy, signal, left - 1) : unknown
  if (status === 404 || status === 410) return { state: 'dead', reason: `its server answers ${status}` }
  return status >= 200 && status < 300 ? { state: 'alive' } : unknown
}

/** Checks whether the page of a link exists. If the server is slow, busy or unreachable, the result is `unknown`. */
export async function checkLink(url: string, policy: RequestPolicy, signal: AbortSignal): Promise<LinkStatus> {
  try {
    return await follow(new URL(url), policy, signal, maxRedirects)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOTFOUND'
    return isMissing ? { state: 'dead', reason: 'its host does not exist' } : unknown
  }
}
