import { LRUCache } from 'lru-cache'

/**
 * Makes a cache that keeps the `maxEntries` most recently used entries, each for at most `ttl` milliseconds. The cache
 * is limited with `maxSize`, because the option `max` of `LRUCache` reserves memory for all entries at once.
 */
export const makeLruCache = <Value extends object | string | number | true>(
  maxEntries: number,
  options: { ttl?: number } = {},
): LRUCache<string, Value> => new LRUCache<string, Value>({ maxSize: maxEntries, sizeCalculation: () => 1, ...options })
