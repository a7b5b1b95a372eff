import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import Negotiator from 'negotiator'

export type ContentEncoding = 'br' | 'gzip'

/** Responses with fewer bytes than this are normally not compressed, because compression would save too little. */
const minBytes = 2048

/**
 * The maximum size in bytes of a response that is compressed on the event loop. This compression takes at most about a
 * millisecond.
 */
const maxSyncBytes = 65_536

const supportedEncodings = ['br', 'gzip', 'identity'] as const

// The published types of negotiator lack the option `preferred`.
type NegotiatorWithPreference = { encodings(available: string[], options: { preferred: string[] }): string[] }

/**
 * Returns the offered encodings that the client accepts, the preferred one first. Equally preferred encodings keep the
 * order of `offered`.
 */
export function findAcceptedEncodings<Offered extends string>(
  headers: IncomingHttpHeaders,
  offered: readonly Offered[],
): Offered[] {
  const negotiator: NegotiatorWithPreference = new Negotiator({ headers })
  return negotiator.encodings([...offered], { preferred: [...offered] }) as Offered[]
}

/**
 * Returns the content encoding of a response, or undefined if the response is not compressed (RFC 9110, section
 * 12.5.3).
 */
export function chooseContentEncoding({ headers }: IncomingMessage, bytes: number): ContentEncoding | undefined {
  // The BREACH attack on compressed secrets is not possible, because responses never repeat a secret.
  // Another website also cannot make a browser send a credential to this service.
  const accepted = headers['accept-encoding']
  if (accepted === undefined) return undefined
  // A small response is compressed only if the client refuses uncompressed responses.
  if (bytes < minBytes && !/identity|\*/i.test(String(accepted))) return undefined
  const codings = findAcceptedEncodings(headers, supportedEncodings)
  const best = bytes < minBytes && codings.includes('identity') ? 'identity' : codings[0]
  return best === 'br' || best === 'gzip' ? best : undefined
}

/**
 * Brotli options for fast compression. Level 4 is about as fast as gzip level 5 and compresses better. A small window
 * saves memory.
 */
const brotliOptions = (bytes: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: bytes <= maxSyncBytes ? 16 : 20,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  },
})
const gzipOptions = { level: 5 }

/**
 * Compresses a response body and then calls `done`. Short bodies are compressed synchronously, longer bodies in the
 * thread pool.
 */
export function compressResponseBody(
  bytes: Uint8Array,
  encoding: ContentEncoding,
  done: (error: Error | null, result: Buffer) => void,
): void {
  if (bytes.length > maxSyncBytes) {
    if (encoding === 'br') brotliCompress(bytes, brotliOptions(bytes.length), done)
    else gzip(bytes, gzipOptions, done)
  } else {
    done(
      null,
      encoding === 'br' ? brotliCompressSync(bytes, brotliOptions(bytes.length)) : gzipSync(bytes, gzipOptions),
    )
  }
}
