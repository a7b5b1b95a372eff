import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { ByteRange, FileStore } from '../../platform/files/file-store.ts'

/** Files of at most this many bytes are kept in memory, because pages ask for the same pictures again and again. */
export const maxSmallBytes = 2_000_000
/** How many bytes a process keeps in memory. */
const maxKeptBytes = 32_000_000
/** How many of them a process reads at the same time. Others are streamed. */
const maxReads = 16

/** Where the bytes that are served come from. */
export type FileSource = {
  /** Returns a part of a file of `bytes` bytes: of a small one at once, of a large one as a stream. @throws FileMissingError */
  open(key: string, bytes: number, range: ByteRange): Promise<Buffer | Readable>
}

/** Makes a source of files that reads a small file from the store once, for all who ask. The bytes of a key never change. */
export function makeFileSource(store: FileStore): FileSource {
  const kept = new LRUCache<string, Buffer>({ maxSize: maxKeptBytes, sizeCalculation: (content) => content.length })
  const running = new Map<string, Promise<Buffer>>()

  async function load(key: string, bytes: number): Promise<Buffer> {
    const content = await buffer(await store.read(key, { start: 0, end: bytes }))
    if (content.length !== bytes) throw new Error(`The stored file has ${content.length} bytes, not ${bytes}.`)
    kept.set(key, content)
    return content
  }

  function readSmall(key: string, bytes: number): Promise<Buffer> {
    const content = load(key, bytes).finally(() => running.delete(key))
    running.set(key, content)
    return content
  }

  return {
    async open(key, bytes, { start, end }) {
      const content = kept.get(key) ?? running.get(key)
      const isStreamed = bytes > maxSmallBytes || (!content && running.size >= maxReads)
      if (isStreamed) return store.read(key, { start, end })
      return (await (content ?? readSmall(key, bytes))).subarray(start, end)
    },
  }
}
