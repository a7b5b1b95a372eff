import { LRUCache } from 'lru-cache'
import type { SafeHtml } from './html.ts'

/**
 * A cache of the pages of published courses by entity tag. New content changes the entity tag, so an entry is never out
 * of date.
 */
const pages = new LRUCache<string, SafeHtml>({
  maxSize: 8_000_000,
  maxEntrySize: 1_000_000,
  // A text takes up to two bytes for each character in memory.
  sizeCalculation: ({ text }) => 2 * text.length + 200,
})

export const findCachedPage = (etag: string): SafeHtml | undefined => pages.get(etag)

/** Caches a page, unless the page is too large. */
export const cachePage = (etag: string, page: SafeHtml): void => void pages.set(etag, page)
