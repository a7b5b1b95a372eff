import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { findAcceptedEncodings } from './compression.ts'
import { addEtagEncodingSuffix, findMatchingEtag } from './etag.ts'
import { type Exchange, type ResponseHeaders, setCommonResponseHeaders } from './exchange.ts'
import { answerUnlessGetOrHead } from './read-methods.ts'

/** A response that does not change while the process runs. */
type StaticAsset = { type: string; headers: ResponseHeaders; identity: Buffer; gzip: Buffer; tag: string }

/** Returns a static asset. Its body is created and compressed on first use. */
export type LazyStaticAsset = () => StaticAsset

export function makeLazyStaticAsset(
  type: string,
  content: () => string | Buffer,
  headers: ResponseHeaders = {},
): LazyStaticAsset {
  let rendered: StaticAsset | undefined
  function render(): StaticAsset {
    const plain = Buffer.from(content())
    const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    return { type, headers, identity: plain, gzip: gzipSync(plain), tag }
  }
  return () => {
    rendered ??= render()
    return rendered
  }
}

const codings = ['gzip', 'identity'] as const

/**
 * Answers a GET or HEAD request with a static asset, or with 304 if the client already has the current version.
 * @throws ApiError 405 for other methods
 */
export function sendStaticAsset(exchange: Exchange, asset: LazyStaticAsset): void {
  const { req } = exchange
  if (answerUnlessGetOrHead(exchange)) return
  const res = setCommonResponseHeaders(exchange)
  const { type, headers: assetHeaders, identity, gzip, tag } = asset()
  const coding =
    req.headers['accept-encoding'] === undefined ? undefined : findAcceptedEncodings(req.headers, codings)[0]
  const isGzip = coding === 'gzip'
  const body = isGzip ? gzip : identity
  const headers: ResponseHeaders = {
    ...assetHeaders,
    'Cache-Control': 'no-cache',
    ETag: addEtagEncodingSuffix(`"${tag}"`, isGzip ? coding : undefined),
  }
  const sent = req.headers['if-none-match']
  const match = sent === undefined ? undefined : findMatchingEtag(sent, `"${tag}"`)
  if (match !== undefined) return void res.writeHead(304, { ...headers, ETag: match }).end()
  res.writeHead(200, {
    ...headers,
    'Content-Type': type,
    'Content-Length': body.length,
    ...(isGzip && { 'Content-Encoding': 'gzip' }),
  })
  res.end(body)
}
