import { LRUCache } from 'lru-cache'

/**
 * Makes a cache of at most `maxEntries` entries, which drops the least recently used entry first. An entry without a
 * `ttl` (in milliseconds) never expires.
 *
 * The option `max` of the library `lru-cache` is not used, because it would reserve memory for `maxEntries` entries at
 * once. The cache needs memory only for entries that exist.
 */
export const makeLruCache = <Value extends object | string | number | true>(
  maxEntries: number,
  options: { ttl?: number } = {},
): LRUCache<string, Value> => new LRUCache<string, Value>({ maxSize: maxEntries, sizeCalculation: () => 1, ...options })
