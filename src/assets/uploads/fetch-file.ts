import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { makeInvalidRequestError } from '../../platform/errors.ts'
import type { ImportPolicy } from './import-policy.ts'

const maxRedirects = 3
/** The time in which the whole file must have arrived. */
export const importMs = 10_000

const refuse = (message: string) => makeInvalidRequestError([{ path: 'url', message }])

/** Node.js writes every spelling of an address, such as `0x7f.1`, in its usual form into the URL. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')
const isLocalName = (host: string) =>
  isIP(host) === 0 && (!host.replace(/\.$/, '').includes('.') || /\.(?:localhost|local|internal)\.?$/i.test(host))

function assertAllowed(url: URL, { allowsAddress, allowsPort }: ImportPolicy): void {
  const host = hostOf(url)
  if (url.protocol !== 'https:')
    throw refuse('must be an address that starts with https://, and lead to such ones only')
  if (url.username !== '' || url.password !== '') throw refuse('must not contain a name or password')
  if (!allowsPort(url.port)) throw refuse('must have no port')
  if (isLocalName(host) || (isIP(host) !== 0 && !allowsAddress(host)))
    throw refuse('must be an address on the public Internet')
}

function open(url: URL, { lookup, ca }: ImportPolicy, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = request({
    host: hostOf(url),
    port: url.port || undefined,
    path: url.pathname + url.search,
    headers: { Host: url.host, 'User-Agent': 'Coursewright-Import/1.0', Accept: '*/*', 'Accept-Encoding': 'identity' },
    lookup,
    ...(ca !== undefined && { ca }),
    servername: isIP(hostOf(url)) === 0 ? hostOf(url) : '',
    agent: false,
    signal,
  })
  sent.once('response', resolve)
  sent.on('error', reject)
  sent.once('close', () => reject(new Error('the connection was closed without a response')))
  sent.end()
  return promise
}

async function follow(url: URL, policy: ImportPolicy, signal: AbortSignal, left: number): Promise<IncomingMessage> {
  assertAllowed(url, policy)
  const response = await open(url, policy, signal)
  const { statusCode = 0, headers } = response
  if (statusCode === 200) return response
  response.destroy()
  if (![301, 302, 303, 307, 308].includes(statusCode)) throw refuse(`leads to a server that answers ${statusCode}`)
  if (left === 0) throw refuse(`must lead to the file in at most ${maxRedirects} redirects`)
  if (headers.location === undefined || !URL.canParse(headers.location, url.href))
    throw refuse('leads to a redirect without an address')
  return follow(new URL(headers.location, url), policy, signal, left - 1)
}

/**
 * Requests a file from an address on the public Internet. The address of the server is checked when it is connected, and
 * that of each redirect too.
 * @throws ApiError `invalid_request` that names `url`
 */
export async function fetchFile(url: string, policy: ImportPolicy, signal: AbortSignal): Promise<IncomingMessage> {
  try {
    return await follow(new URL(url), policy, signal, maxRedirects)
  } catch (error) {
    throw makeFetchError(error)
  }
}

/** Makes the error for a file that could not be fetched. */
export function makeFetchError(error: unknown): unknown {
  const { name, code, message } = error as NodeJS.ErrnoException
  if (name === 'ApiError') return error
  if (name === 'RefusedAddress') return refuse('must be an address on the public Internet')
  if (name === 'AbortError' || name === 'TimeoutError')
    return refuse(`must send the whole file within ${importMs / 1000} seconds`)
  return refuse(`cannot be read (${code ?? message})`)
}
