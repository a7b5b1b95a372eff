import type { Adapter, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; until: number }

/** What the provider keeps for a while: sessions, grants, codes. Gone with the process; signing in again is one click. */
export function makeStore(): (model: string) => Adapter {
  const entries = new Map<string, Entry>()

  function live(name: string): AdapterPayload | undefined {
    const entry = entries.get(name)
    if (entry && entry.until > Date.now()) return entry.payload
    entries.delete(name)
    return undefined
  }

  return (model) => {
    const named = (id: string) => `${model}:${id}`
    return {
      upsert: async (id, payload, expiresIn) => {
        entries.set(named(id), { payload, until: expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY })
      },
      find: async (id) => live(named(id)),
      findByUid: async (uid) => {
        const name = [...entries.keys()].find((key) => key.startsWith(`${model}:`) && live(key)?.uid === uid)
        return name === undefined ? undefined : live(name)
      },
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const entry = entries.get(named(id))
        if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void entries.delete(named(id)),
      revokeByGrantId: async (grantId) => {
        for (const [name, { payload }] of entries) if (payload.grantId === grantId) entries.delete(name)
      },
    }
  }
}
