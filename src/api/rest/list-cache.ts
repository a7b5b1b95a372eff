import { LRUCache } from 'lru-cache'
import type { Exchange } from '../../http/exchange.ts'
import { type Caller, getCallerId } from '../../identity/caller.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { disabledOptimizations } from '../../platform/optimizations.ts'
import type { Route } from './routes.ts'

/** A list that is ready to be sent. `body` is the whole response body, and `link` is the value of the header `Link`. */
export type SerializedList = { body: string; etag: string; link: string | undefined }
type CachedList = SerializedList & { revision: string }

/**
 * Marks a page that was requested once. Only the second request caches the list, so a page that is read once takes
 * little memory.
 */
const requestedOnce = 'requested once'
const maxBytes = 8_000_000
const maxBytesOfList = 1_000_000
/**
 * How long a list is cached. The name of an API key or person in a list can change without a new revision of the list.
 */
const maxAgeMs = 10_000

const lists = new LRUCache<string, CachedList | typeof requestedOnce>({
  maxSize: maxBytes,
  maxEntrySize: maxBytesOfList,
  ttl: maxAgeMs,
  sizeCalculation: (list, key) =>
    2 * key.length + 200 + (list === requestedOnce ? 0 : 2 * (list.body.length + list.revision.length)),
})

const keyOf = (caller: Caller, workspaceId: string, { path, query }: Exchange) =>
  `${workspaceId} ${getCallerId(caller)} ${path}?${query}`

/** The entry of one page in the cache. `cached` is its list, if there is one. */
export type ListCacheEntry = {
  cached: CachedList | undefined
  /**
   * REST sets this value in the GraphQL context. It tells the resolver to read the revision of the list, and which
   * revision the cached list has.
   */
  listCache: GraphQLContext['listCache']
  store(revision: string, list: SerializedList): void
}

/** Returns the caller's cache entry for the requested page, or undefined if the result must not be cached. */
export function openListCacheEntry({ rest }: Route, exchange: Exchange): ListCacheEntry | undefined {
  const { caller } = exchange
  const workspaceId = 'workspaceId' in caller ? caller.workspaceId : undefined
  if (!rest.hasRevision || !workspaceId || disabledOptimizations.has('listCache')) return undefined
  const key = keyOf(caller, workspaceId, exchange)
  const found = lists.get(key)
  if (found === undefined) lists.set(key, requestedOnce)
  const cached = found === requestedOnce ? undefined : found
  return {
    cached,
    listCache: found && { revision: cached?.revision },
    store: (revision, list) => void lists.set(key, { ...list, revision }),
  }
}
