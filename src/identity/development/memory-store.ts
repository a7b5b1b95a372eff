import type { Adapter, AdapterPayload } from 'oidc-provider'
import { makeLruCache } from '../../platform/lru-cache.ts'

type Entry = { payload: AdapterPayload; expiresAt: number }

/**
 * The maximum number of entries: sessions, grants, authorization codes and registered agents. A full store removes the
 * least recently used entry.
 */
const maxEntries = 1000

/** Makes the in-memory storage of the development identity provider. All entries are lost when the process ends. */
export function makeOidcMemoryStore(): (model: string) => Adapter {
  const entries = makeLruCache<Entry>(maxEntries)

  function findLive(name: string): AdapterPayload | undefined {
    const entry = entries.get(name)
    if (entry && entry.expiresAt > Date.now()) return entry.payload
    entries.delete(name)
    return undefined
  }

  return (model) => {
    const entryKey = (id: string) => `${model}:${id}`
    return {
      upsert: async (id, payload, expiresIn) => {
        entries.set(entryKey(id), {
          payload,
          expiresAt: expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY,
        })
      },
      find: async (id) => findLive(entryKey(id)),
      findByUid: async (uid) => {
        const name = [...entries.keys()].find((key) => key.startsWith(`${model}:`) && findLive(key)?.uid === uid)
        return name === undefined ? undefined : findLive(name)
      },
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const entry = entries.get(entryKey(id))
        if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void entries.delete(entryKey(id)),
      revokeByGrantId: async (grantId) => {
        for (const [name, { payload }] of [...entries]) if (payload.grantId === grantId) entries.delete(name)
      },
    }
  }
}
