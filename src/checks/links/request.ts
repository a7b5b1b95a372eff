import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { makeDnsLookupWithAddressCheck } from './lookup.ts'
import type { LinkRequestPolicy } from './request-policy.ts'

/** The reasons why a link can be dead, as they appear in the message of a finding. */
export const deadLinkReasons = ['its host does not exist', 'its server answers 404', 'its server answers 410'] as const
export type DeadLinkReason = (typeof deadLinkReasons)[number]

/** The result of the check of one link. `unknown` means that the page may or may not exist. */
export type LinkStatus = { state: 'alive' | 'unknown' } | { state: 'dead'; reason: DeadLinkReason }

const unknown: LinkStatus = { state: 'unknown' }
const maxRedirects = 5
const maxMs = 5000

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** Returns whether a host name can exist only in a local network, such as `localhost` (RFC 6761, section 6.3). */
const isLocalName = (host: string) => isIP(host) === 0 && (!host.includes('.') || /\.localhost\.?$/i.test(host))

/**
 * Returns whether a request may be sent to a URL. The IP addresses of a host name are checked later, when the name is
 * resolved.
 */
export const isLinkRequestAllowed = (url: URL, { allowsAddress, allowsPort }: LinkRequestPolicy) =>
  /^https?:$/.test(url.protocol) &&
  allowsPort(url.port) &&
  !isLocalName(hostOf(url)) &&
  (isIP(hostOf(url)) === 0 || allowsAddress(hostOf(url)))

type Head = { status: number; location: string | undefined }

/** Sends a request without a body, and reads only the status and the headers of the response. */
function requestHead(url: URL, method: 'HEAD' | 'GET', policy: LinkRequestPolicy, signal: AbortSignal): Promise<Head> {
  const { promise, resolve, reject } = Promise.withResolvers<Head>()
  const { request } = url.protocol === 'https:' ? https : http
  const sent = request({
    host: hostOf(url),
    port: url.port || undefined,
    path: url.pathname + url.search,
    method,
    headers: { Host: url.host, 'User-Agent': 'Coursewright-Link-Check/1.0', Accept: '*/*' },
    lookup: makeDnsLookupWithAddressCheck(policy),
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(policy.timeoutMs ?? maxMs)]),
  })
  sent.once('response', (response) => {
    resolve({ status: response.statusCode ?? 0, location: response.headers.location })
    response.destroy()
  })
  sent.on('error', reject)
  // After status 101 (Switching Protocols), Node.js emits only `close`: no `response` and no `error`.
  sent.once('close', () => reject(new Error('the connection was closed without a response')))
  sent.end()
  return promise
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

async function follow(url: URL, policy: LinkRequestPolicy, signal: AbortSignal, left: number): Promise<LinkStatus> {
  if (!isLinkRequestAllowed(url, policy)) return unknown
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
export async function checkLink(url: string, policy: LinkRequestPolicy, signal: AbortSignal): Promise<LinkStatus> {
  try {
    // Without this line, Node.js would look up the host even if the signal is already aborted.
    signal.throwIfAborted()
    return await follow(new URL(url), policy, signal, maxRedirects)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOTFOUND'
    return isMissing ? { state: 'dead', reason: 'its host does not exist' } : unknown
  }
}
