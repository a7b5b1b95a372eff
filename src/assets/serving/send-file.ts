import { pipeline } from 'node:stream'
import { findMatchingEtag } from '../../http/etag.ts'
import type { Exchange, ResponseHeaders } from '../../http/exchange.ts'
import { sendResponseHead } from '../../http/response-head.ts'
import { ApiError } from '../../platform/errors.ts'
import { FileMissingError } from '../../platform/files/file-store.ts'
import { assetTypes } from '../content/types.ts'
import type { FileSource } from './file-source.ts'
import { parseRange } from './range.ts'

/** What is sent: a file, or a smaller picture made from it. */
export type SentFile = {
  key: string
  bytes: number
  type: string
  name: string
  etag: string
  secondsLeft: number | null
}

const yearSeconds = 31_536_000
const sandbox = "sandbox; default-src 'none'"

/** Returns the header that makes a browser save the file under its name (RFC 6266, RFC 8187). */
function makeDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

function makeHeaders({ type, name, etag, secondsLeft }: SentFile): ResponseHeaders {
  const isInline = assetTypes[type]?.isInline === true
  return {
    'Content-Type': type === 'text/vtt' ? 'text/vtt; charset=utf-8' : type,
    'Content-Disposition': makeDisposition(isInline ? 'inline' : 'attachment', name),
    // The styles of a drawing are its own. Without them, it would be black.
    'Content-Security-Policy': type === 'image/svg+xml' ? `${sandbox}; style-src 'unsafe-inline'` : sandbox,
    'Cache-Control':
      secondsLeft === null ? `public, max-age=${yearSeconds}, immutable` : `private, max-age=${secondsLeft}`,
    ETag: etag,
    'Accept-Ranges': 'bytes',
    // The signature of an address is its only credential, so any page that knows the address may load it.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    Vary: 'Accept-Encoding',
  }
}

/** Returns the part that the client asks for, unless the client has a part of another version (RFC 9110, section 13.1.5). */
function chooseRange({ req: { headers } }: Exchange, { bytes, etag }: SentFile) {
  const known = headers['if-range']
  return known === undefined || known === etag ? parseRange(headers.range, bytes) : undefined
}

/**
 * Sends a file or a part of it.
 * @throws ApiError 416 for a part beyond the end
 */
export async function sendFile(exchange: Exchange, source: FileSource, file: SentFile): Promise<void> {
  const { req, log } = exchange
  const headers = makeHeaders(file)
  const match = req.headers['if-none-match']
  if (match !== undefined && findMatchingEtag(match, file.etag)) {
    sendResponseHead(exchange, 304, headers).end()
    return
  }
  const range = chooseRange(exchange, file)
  if (range === 'unsatisfiable')
    throw new ApiError('invalid_request', `The file has ${file.bytes} bytes.`, {
      status: 416,
      headers: { 'Content-Range': `bytes */${file.bytes}` },
    })
  const { start, end } = range ?? { start: 0, end: file.bytes }
  headers['Content-Length'] = String(end - start)
  if (range) headers['Content-Range'] = `bytes ${start}-${end - 1}/${file.bytes}`
  const status = range ? 206 : 200
  if (req.method === 'HEAD') {
    sendResponseHead(exchange, status, headers).end()
    return
  }
  const content = await source.open(file.key, file.bytes, { start, end }).catch((error: unknown) => {
    if (error instanceof FileMissingError) throw new ApiError('not_found', 'There is no file at this address.')
    throw error
  })
  const res = sendResponseHead(exchange, status, headers)
  if (Buffer.isBuffer(content)) {
    res.end(content)
    return
  }
  pipeline(content, res, (error) => {
    // A client that goes away is no fault.
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log().error({ err: error }, 'a file could not be sent')
  })
}
