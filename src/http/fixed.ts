import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { ApiError } from '../errors.ts'
import { type Exchange, type Headers, lend } from './exchange.ts'

type Made = { type: string; headers: Headers; plain: Buffer; gzip: Buffer; tag: string }

/** An answer that stays the same while the process lives: its bytes, plain and compressed, made when first asked for. */
export type Fixed = () => Made

export function makeFixed(type: string, content: () => string | Buffer, headers: Headers = {}): Fixed {
  let made: Made | undefined
  function make(): Made {
    const plain = Buffer.from(content())
    const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    return { type, headers, plain, gzip: gzipSync(plain), tag }
  }
  return () => {
    made ??= make()
    return made
  }
}

const allow = 'GET, HEAD, OPTIONS'

/** Whether the client has these bytes: weak comparison (RFC 9110, section 13.1.2). */
const hasTag = (sent: string, tag: string) =>
  sent.trim() === '*' || sent.split(',').some((one) => one.trim().replace(/^W\//, '').startsWith(`"${tag}`))

/**
 * Answers GET and HEAD with it: 304 to a client that has it, compressed for one that reads gzip.
 * @throws ApiError 405 for another method
 */
export function sendFixed(exchange: Exchange, fixed: Fixed): void {
  const { req } = exchange
  const res = lend(exchange)
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    req.resume()
    res.setHeader('Allow', allow)
    if (req.method === 'OPTIONS') return void res.writeHead(204).end()
    throw new ApiError('invalid_request', `This address takes ${allow}.`, { status: 405 })
  }
  const { type, headers: own, plain, gzip, tag } = fixed()
  const zipped = /\bgzip\b/.test(String(req.headers['accept-encoding'] ?? ''))
  const body = zipped ? gzip : plain
  res.appendHeader('Vary', 'Accept-Encoding')
  const headers: Headers = {
    ...own,
    'Cache-Control': 'no-cache',
    ETag: `"${tag}${zipped ? '-gzip' : ''}"`,
  }
  const sent = req.headers['if-none-match']
  if (sent !== undefined && hasTag(sent, tag)) return void res.writeHead(304, headers).end()
  res.writeHead(200, {
    ...headers,
    'Content-Type': type,
    'Content-Length': body.length,
    ...(zipped && { 'Content-Encoding': 'gzip' }),
  })
  res.end(body)
}
