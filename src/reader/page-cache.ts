import { LRUCache } from 'lru-cache'
import type { SafeHtml } from './html.ts'

/**
 * A cache of the pages of published courses by entity tag. New content changes the entity tag, so an entry is never out
 * of date. Each page fits in, because the HTML of a page has a maximum length.
 */
const pages = new LRUCache<string, Buffer>({
  maxSize: 48_000_000,
  sizeCalculation: ({ byteLength }) => byteLength + 200,
})

/** The pages that are being made, by entity tag. */
const pagesInWork = new Map<string, Promise<Buffer>>()

/** Returns a page from the cache, or makes it. Requests at the same time wait for the same page. */
export function findOrMakePage(etag: string, make: () => Promise<SafeHtml>): Promise<Buffer> {
  const known = pages.get(etag)
  if (known) return Promise.resolve(known)
  const inWork = pagesInWork.get(etag)
  if (inWork) return inWork
  const made = make()
    .then(({ text }) => {
      const page = Buffer.from(text)
      pages.set(etag, page)
      return page
    })
    .finally(() => pagesInWork.delete(etag))
  pagesInWork.set(etag, made)
  return made
}
