import { LRUCache } from 'lru-cache'
import type { SerializedBody } from '../operations/serialized-body.ts'
import { type Caches, defineCache } from '../platform/caches.ts'

/**
 * The maximum length of a body that is cached as a string. Longer bodies are cached as bytes, which need not be encoded
 * for each response.
 */
const maxTextChars = 16_384

type Body = string | Uint8Array

/** Estimates how many bytes of memory a body takes. A text takes up to two bytes for each character. */
const sizeOf = (body: Body) => (typeof body === 'string' ? 2 * body.length : body.byteLength) + 200

/**
 * A cache of the response bodies of published lessons and courses. The key contains the entity tag, so an entry is
 * never out of date.
 */
const bodyCache = defineCache(
  () => new LRUCache<string, Body>({ maxSize: 16_000_000, maxEntrySize: 2_000_000, sizeCalculation: sizeOf }),
)

const keyOf = (workspaceId: string, etag: string) => `${workspaceId} ${etag}`

export const findCachedResponseBody = (caches: Caches, workspaceId: string, etag: string): Body | undefined =>
  caches.get(bodyCache).get(keyOf(workspaceId, etag))

/** Caches a response body, unless the body is too large. Returns the body in a form that is ready to be sent. */
export function cacheResponseBody(
  caches: Caches,
  workspaceId: string,
  etag: string,
  chunks: readonly string[],
): SerializedBody {
  const chars = chunks.reduce((sum, { length }) => sum + length, 0)
  if (chars > 2_000_000) return chunks
  const text = chunks.join('')
  const body = chars < maxTextChars ? text : Buffer.from(text)
  caches.get(bodyCache).set(keyOf(workspaceId, etag), body)
  return body
}
