const minBytes = 1 << 16
const maxIdleBytes = 1 << 24

/**
 * A pool of reusable buffers for long responses. Allocating a new buffer takes longer than writing a response into a
 * buffer.
 */
type BufferPool = ReturnType<typeof makeBufferPool>

/**
 * Makes a buffer pool.
 * @param maxBytes the maximum total size of the unused buffers
 */
export function makeBufferPool(maxBytes = maxIdleBytes) {
  const idleBySize = new Map<number, Buffer[]>()
  let idleBytes = 0
  return {
    maxBytes,
    /** Returns a buffer of at least `bytes` bytes. The buffer still contains the data of an earlier response. */
    acquire(bytes: number): Buffer {
      const size = Math.max(minBytes, 2 ** Math.ceil(Math.log2(bytes)))
      const buffer = idleBySize.get(size)?.pop()
      if (!buffer) return Buffer.allocUnsafeSlow(size)
      idleBytes -= size
      return buffer
    },
    /** Puts a buffer back into the pool. If the pool is full, the garbage collector frees the buffer. */
    release(buffer: Buffer): void {
      const size = buffer.length
      if (idleBytes + size > maxBytes) return
      idleBytes += size
      const idle = idleBySize.get(size)
      if (idle) idle.push(buffer)
      else idleBySize.set(size, [buffer])
    },
    idleBytes: () => idleBytes,
  }
}

const responseBuffers = makeBufferPool()

/**
 * Chunks of text with fewer characters than this are joined before the encoding, because each call of the encoder takes
 * time.
 */
const joinedChars = 4096
/** A UTF-16 code unit takes at most three bytes in UTF-8 (The Unicode Standard, table 3-6). */
const maxBytesPerChar = 3

/** UTF-8 text in a buffer of the pool. `free` returns the buffer to the pool. After that, `bytes` must not be read. */
export type PooledUtf8Text = { bytes: Uint8Array; free(): void }

const byteLengthOf = (chunks: readonly string[]) => chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk), 0)

/**
 * Encodes the chunks of a text as UTF-8 into one buffer of the pool. If the text is too long for the pool, a new buffer
 * is allocated.
 * @param chars the total length of all chunks
 */
export function encodeUtf8IntoPooledBuffer(
  chunks: readonly string[],
  chars: number,
  pool: BufferPool = responseBuffers,
): PooledUtf8Text {
  let isFree = chars * maxBytesPerChar > pool.maxBytes
  const buffer = isFree ? Buffer.allocUnsafeSlow(byteLengthOf(chunks)) : pool.acquire(chars * maxBytesPerChar)
  let offset = 0
  let joined = ''
  function write(text: string): void {
    offset += buffer.write(text, offset)
  }
  for (const chunk of chunks) {
    if (joined.length + chunk.length >= joinedChars) {
      write(joined)
      joined = ''
    }
    if (chunk.length >= joinedChars) write(chunk)
    else joined += chunk
  }
  write(joined)
  function free(): void {
    // If a buffer were released twice, two responses could be written into the same buffer.
    if (isFree) return
    isFree = true
    pool.release(buffer)
  }
  return { bytes: buffer.subarray(0, offset), free }
}
