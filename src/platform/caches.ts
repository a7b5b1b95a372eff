/** The definition of a cache. A feature declares it beside its functions, and each process makes a cache from it. */
export type CacheDefinition<Cache extends object> = { make(): Cache }

/** Declares a cache. `make` returns an empty one. */
export const defineCache = <Cache extends object>(make: () => Cache): CacheDefinition<Cache> => ({ make })

/** The caches of one process. `get` returns the cache of a definition, and makes it at the first call. */
export type Caches = { get<Cache extends object>(definition: CacheDefinition<Cache>): Cache }

/** Makes the caches of one process, all of them empty. */
export function makeCaches(): Caches {
  const caches = new Map<CacheDefinition<object>, object>()
  function get<Cache extends object>(definition: CacheDefinition<Cache>): Cache {
    // A definition is the key of what it has made, so the type is that of the definition.
    const existing = caches.get(definition) as Cache | undefined
    if (existing) return existing
    const made = definition.make()
    caches.set(definition, made)
    return made
  }
  return { get }
}
