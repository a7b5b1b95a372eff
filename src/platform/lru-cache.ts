import { LRUCache } from 'lru-cache'

/**
 * Makes an LRU cache. `ttl` is in milliseconds. Unlike `maxSize`, the option `max` would reserve memory for all
 * `maxEntries` at once.
 */
export const makeLruCache = <Value extends object | string | number | true>(
  maxEntries: number,
  options: { ttl?: number } = {},
): LRUCache<string, Value> => new LRUCache<string, Value>({ maxSize: maxEntries, sizeCalculation: () => 1, ...options })
