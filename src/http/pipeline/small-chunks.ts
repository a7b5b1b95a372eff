import type { IncomingMessage } from 'node:http'

/**
 * The first `unjoinedChunks` chunks of a request body stay as they are. After them, chunks shorter than `smallBytes`
 * are joined into buffers of `joinedBytes`. Node makes a Buffer for each chunk, so a body in chunks of one byte would
 * otherwise use hundreds of times its length in memory.
 */
const unjoinedChunks = 64
const smallBytes = 1024
const joinedBytes = 16_384

/**
 * A chunked body of n bytes may have at most `maxSmallChunks + n / bytesPerChunk` chunks. Node parses each chunk
 * separately, so a body with more chunks would delay all other requests.
 */
const maxSmallChunks = 16_384
const bytesPerChunk = 64

const hasLongBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBytes

/**
 * Joins the small chunks of a request body, so that the body uses less memory. Call this function before the body
 * arrives: it replaces `req.push`, which Node calls with each chunk.
 * @param onTooManyChunks is called once if a chunked body has too many chunks. The rest of the body is dropped.
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
    // `allocUnsafeSlow` does not use Node's shared pool. A slice of the pool would keep the whole pool in memory until
    // the request body has been read.
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
  req.push = pushChunk
}
