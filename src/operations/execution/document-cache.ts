import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import { estimateDocumentHeapBytes } from './document-size.ts'

type Bounds = { documents: number; textBytes: number; heapBytes: number }

/** The limits of the document cache of one process. */
export const documentCacheLimits: Bounds = { documents: 1000, textBytes: 2_000_000, heapBytes: 32_000_000 }

type Entry = { document: DocumentNode; tenant: string; textBytes: number; heapBytes: number; size: number }

/**
 * The cache counts the size of an entry in billionths of its capacity. The capacity is limited by `textBytes` and by
 * `heapBytes`, and the larger of the two shares counts.
 */
const maxSize = 1_000_000_000
const maxTenantSize = maxSize / 2

/** A cache of parsed and validated GraphQL documents. The keys are the texts of the documents. */
export type DocumentCache = ReturnType<typeof makeDocumentCache>

/** Makes a cache of GraphQL documents. The documents of one workspace take up at most half of the cache. */
export function makeDocumentCache(bounds: Bounds = documentCacheLimits) {
  const tenantSizes = new Map<string, number>()
  const sizeOf = (tenant: string) => tenantSizes.get(tenant) ?? 0

  const cache = new LRUCache<string, Entry>({
    max: bounds.documents,
    maxSize,
    sizeCalculation: ({ size }) => size,
    dispose: ({ tenant, size }) => {
      const rest = sizeOf(tenant) - size
      if (rest > 0) tenantSizes.set(tenant, rest)
      else tenantSizes.delete(tenant)
    },
  })

  function evictFor(tenant: string, size: number): void {
    if (sizeOf(tenant) + size <= maxTenantSize) return
    for (const text of [...cache.rkeys()]) {
      if (cache.peek(text)?.tenant === tenant) cache.delete(text)
      if (sizeOf(tenant) + size <= maxTenantSize) return
    }
  }

  return {
    get: (text: string): DocumentNode | undefined => cache.get(text)?.document,
    /**
     * Adds a document to the cache.
     * @param tenant the id of the caller's workspace, or `master` for the MCP master key without a workspace
     */
    add(text: string, document: DocumentNode, tenant: string): void {
      if (cache.has(text)) return
      const textBytes = Buffer.byteLength(text)
      const heapBytes = estimateDocumentHeapBytes(text, document)
      const size = Math.ceil(maxSize * Math.max(textBytes / bounds.textBytes, heapBytes / bounds.heapBytes))
      if (size > maxTenantSize) return
      evictFor(tenant, size)
      cache.set(text, { document, tenant, textBytes, heapBytes, size })
      tenantSizes.set(tenant, sizeOf(tenant) + size)
    },
    /** Returns the numbers of documents, bytes and tenants in the cache. */
    state() {
      const entries = [...cache.values()]
      const sum = (name: 'textBytes' | 'heapBytes') => entries.reduce((total, entry) => total + entry[name], 0)
      return {
        documents: entries.length,
        textBytes: sum('textBytes'),
        heapBytes: sum('heapBytes'),
        tenants: tenantSizes.size,
      }
    },
  }
}
