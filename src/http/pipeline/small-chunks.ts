import type { IncomingMessage } from 'node:http'

/** How many chunks at the start of a request body are never joined. Later small chunks are joined. */
const unjoinedChunks = 64
/**
 * Chunks with fewer bytes are joined. As separate Buffers, one-byte chunks would use hundreds of times their length in
 * memory.
 */
const smallBytes = 1024
/** The length of the buffers into which small chunks are joined, in bytes. */
const joinedBytes = 16_384

/**
 * A chunked body of n bytes may have `maxSmallChunks + n / bytesPerChunk` chunks. Parsing more chunks would delay other
 * requests.
 */
const maxSmallChunks = 16_384
const bytesPerChunk = 64

const hasLongBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBytes

/**
 * Joins the small chunks of a request body to save memory. Call this function before the body arrives.
 * @param onTooManyChunks is called at most once, if a chunked body has too many chunks. The rest of the body is
 * dropped.
 */
export function joinSmallChunks(req: IncomingMessage, onTooManyChunks: () => void): void {
  if (!hasLongBody(req)) return
  const isChunked = req.headers['transfer-encoding'] !== undefined
  const push = req.push.bind(req)
  let joined: Buffer | undefined
  let used = 0
  let chunks = 0
  let bytes = 0
  let isRefused = false

  function pushJoined(): boolean {
    if (joined === undefined) return true
    const piece = joined.subarray(0, used)
    joined = undefined
    used = 0
    return push(piece)
  }

  function join(chunk: Buffer): boolean {
    const wantsMore = used + chunk.length > joinedBytes ? pushJoined() : true
    // `allocUnsafeSlow` does not use Node's shared pool. A slice of the pool would keep the whole pool in memory.
    joined ??= Buffer.allocUnsafeSlow(joinedBytes)
    used += chunk.copy(joined, used)
    return wantsMore
  }

  function refuse(): void {
    isRefused = true
    joined = undefined
    onTooManyChunks()
  }

  function pushChunk(chunk: Buffer | null): boolean {
    if (isRefused) return false
    if (chunk === null) {
      pushJoined()
      return push(null)
    }
    chunks++
    bytes += chunk.length
    if (isChunked && chunks > maxSmallChunks + bytes / bytesPerChunk) {
      refuse()
      return false
    }
    if (chunks > unjoinedChunks && chunk.length < smallBytes) return join(chunk)
    pushJoined()
    return push(chunk)
  }
  // Node calls `req.push` with each chunk of the body.
  req.push = pushChunk
}
