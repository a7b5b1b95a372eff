import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { findAcceptedEncodings } from './compression.ts'
import { addEtagEncodingSuffix, findMatchingEtag } from './etag.ts'
import { type Exchange, type ResponseHeaders, setCommonResponseHeaders } from './exchange.ts'
import { assertIfMatch } from './if-match.ts'
import { answerUnlessGetOrHead } from './read-methods.ts'

/** A response that does not change while the process runs. */
type StaticAsset = {
  type: string
  headers: ResponseHeaders
  tag: string
  /** Returns the body in a content coding. It is compressed once, when a client first accepts the coding. */
  encode(coding: Coding): Buffer
}

const codings = ['br', 'gzip', 'identity'] as const
type Coding = (typeof codings)[number]

/** Compresses better than for other responses, because the result is used many times. */
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}

const encoders: Record<Coding, (plain: Buffer) => Buffer> = {
  br: (plain) => brotliCompressSync(plain, brotliOptions),
  gzip: (plain) => gzipSync(plain),
  identity: (plain) => plain,
}

/** Returns a static asset. Its body is created on first use. */
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
    const encoded = new Map<Coding, Buffer>()
    function encode(coding: Coding): Buffer {
      const body = encoded.get(coding) ?? encoders[coding](plain)
      encoded.set(coding, body)
      return body
    }
    return { type, headers, tag, encode }
  }
  return () => {
    rendered ??= render()
    return rendered
  }
}

/**
 * Answers a GET or HEAD request with a static asset, or with 304 if the client already has the current version.
 * @throws ApiError 405 for other methods
 */
export function sendStaticAsset(exchange: Exchange, asset: LazyStaticAsset): void {
  const { req } = exchange
  if (answerUnlessGetOrHead(exchange)) return
  const { type, headers: assetHeaders, tag, encode } = asset()
  assertIfMatch(exchange, `"${tag}"`)
  const accepted = req.headers['accept-encoding'] === undefined ? [] : findAcceptedEncodings(req.headers, codings)
  const coding = accepted[0] ?? 'identity'
  const suffix = coding === 'identity' ? undefined : coding
  const res = setCommonResponseHeaders(exchange)
  const headers: ResponseHeaders = {
    ...assetHeaders,
    'Cache-Control': 'no-cache',
    ETag: addEtagEncodingSuffix(`"${tag}"`, suffix),
  }
  const sent = req.headers['if-none-match']
  const match = sent === undefined ? undefined : findMatchingEtag(sent, `"${tag}"`)
  if (match !== undefined) return void res.writeHead(304, { ...headers, ETag: match }).end()
  const body = encode(coding)
  res.writeHead(200, {
    ...headers,
    'Content-Type': type,
    'Content-Length': body.length,
    ...(suffix && { 'Content-Encoding': suffix }),
  })
  res.end(body)
}
