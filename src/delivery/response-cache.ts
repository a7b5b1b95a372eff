import { LRUCache } from 'lru-cache'
import type { StoredResult } from '../operations/stored-result.ts'

/** Longer bodies are kept as bytes, which are sent without encoding them again. */
const maxTextChars = 16_384

type Body = string | Uint8Array

/** A text takes up to two bytes for each character in memory. */
const sizeOf = (body: Body) => (typeof body === 'string' ? 2 * body.length : body.byteLength) + 200

/**
 * Response bodies of published lessons and courses, by workspace and entity tag. A tag names everything that the body is
 * made of, so an entry is never out of date. The database decides at each request which tag an address has.
 */
const bodies = new LRUCache<string, Body>({ maxSize: 16_000_000, maxEntrySize: 2_000_000, sizeCalculation: sizeOf })

const keyOf = (workspaceId: string, etag: string) => `${workspaceId} ${etag}`

export const recallBody = (workspaceId: string, etag: string): Body | undefined => bodies.get(keyOf(workspaceId, etag))

export const knowsBody = (workspaceId: string, etag: string): boolean => bodies.has(keyOf(workspaceId, etag))

/** Keeps a body, unless it is too large. Returns what to send. */
export function rememberBody(workspaceId: string, etag: string, chunks: readonly string[]): StoredResult {
  const chars = chunks.reduce((sum, { length }) => sum + length, 0)
  if (chars > 2_000_000) return chunks
  const text = chunks.join('')
  const body = chars < maxTextChars ? text : Buffer.from(text)
  bodies.set(keyOf(workspaceId, etag), body)
  return body
}
