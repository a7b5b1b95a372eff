import type { Broadcast } from '../db/broadcast.ts'
import type { Database } from '../db/client.ts'
import { statement } from '../db/sql.ts'
import { type Caller, scopeSet } from './caller.ts'
import { hashSecret, isSecret } from './secret.ts'

type KeyRow = {
  id: string
  workspaceId: string
  plan: string
  scopes: string[]
  expiresAt: string | null
  revoked: boolean
}
type Entry = { row: KeyRow; until: number }
type Hashed = { value: string; hash: Buffer; name: string }

const byHash = statement<Omit<KeyRow, 'scopes'> & { scopes: string }>(
  'key_by_hash',
  `SELECT k.id, k.workspace_id AS "workspaceId", w.plan, array_to_json(k.scopes)::text AS scopes,
     k.expires_at AS "expiresAt", k.revoked_at IS NOT NULL AS revoked
   FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id WHERE k.hash = $1`,
)

const markUsed = statement<never>(
  'keys_used',
  `UPDATE api_keys k SET last_used_at = used.at FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at)
   WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at < used.at - interval '1 minute')`,
)

const cacheLifeMs = 10_000
const cacheSize = 10_000
const useFlushMs = 500
const useGapMs = 60_000

/** Finds the holder of a key, from memory where that is safe. */
export type Keyring = ReturnType<typeof makeKeyring>

/**
 * A revocation or a change of plan is told to every process through `broadcast`; where that is not live, nothing is
 * remembered, so that either holds on the next request.
 */
export function makeKeyring(db: Database, broadcast: Broadcast) {
  const entries = new Map<string, Entry>()
  const used = new Map<string, number>()
  const written = new Map<string, number>()
  const brought = new WeakMap<object, Hashed>()
  let epoch = 0
  let flushing: NodeJS.Timeout | undefined

  function forget(workspaceId?: string): void {
    epoch++
    for (const [hash, entry] of entries) {
      if (workspaceId === undefined || entry.row.workspaceId === workspaceId) entries.delete(hash)
    }
  }
  broadcast.listen((message) => forget(message))

  /** A key's hash, which a connection that brings the same key again need not wait for; it learns of its own alone. */
  function hashed(value: string, connection: object): Hashed {
    const last = brought.get(connection)
    if (last?.value === value) return last
    const hash = hashSecret(value)
    const made = { value, hash, name: hash.toString('latin1') }
    brought.set(connection, made)
    return made
  }

  async function look(value: string, connection: object): Promise<KeyRow | undefined> {
    const { hash, name } = hashed(value, connection)
    const known = entries.get(name)
    if (known && known.until > Date.now() && broadcast.live()) return known.row
    if (!isSecret(value)) return undefined
    const asked = epoch
    const [found] = await db.sql.rows(byHash, [hash])
    if (!found) return undefined
    const row = { ...found, scopes: JSON.parse(found.scopes) as string[] }
    if (broadcast.live() && epoch === asked) {
      if (entries.size >= cacheSize) entries.delete(entries.keys().next().value!)
      entries.set(name, { row, until: Date.now() + cacheLifeMs })
    }
    return row
  }

  async function flush(): Promise<void> {
    clearTimeout(flushing)
    flushing = undefined
    if (used.size === 0) return
    const batch = [...used]
    used.clear()
    await db.sql.rows(markUsed, [batch.map(([id]) => id), batch.map(([, at]) => new Date(at).toISOString())])
  }

  function noteUse(id: string, now: number): void {
    if (now - (written.get(id) ?? 0) < useGapMs) return
    if (written.size >= cacheSize) written.clear()
    written.set(id, now)
    used.set(id, now)
    // A lost note costs nothing but its minute: the request that it belongs to was answered long ago.
    flushing ??= setTimeout(() => void flush().catch(() => {}), useFlushMs)
  }

  return {
    /**
     * Who holds this key, that came by `connection`; nobody, with the reason, where it is mistyped, unknown, revoked or
     * past its time.
     */
    async holder(value: string, connection: object): Promise<Caller> {
      const row = await look(value, connection)
      if (!row) return { kind: 'nobody', refusal: 'The API key is not valid.' }
      if (row.revoked) return { kind: 'nobody', refusal: 'The API key has been revoked.' }
      const now = Date.now()
      if (row.expiresAt !== null && Date.parse(row.expiresAt) <= now)
        return { kind: 'nobody', refusal: 'The API key has expired.' }
      noteUse(row.id, now)
      return { kind: 'key', keyId: row.id, workspaceId: row.workspaceId, plan: row.plan, scopes: scopeSet(row.scopes) }
    },
    /** Makes every process ask the database again about a workspace's keys. */
    async changed(workspaceId: string): Promise<void> {
      forget(workspaceId)
      await broadcast.publish(workspaceId)
    },
    forgetAll: () => forget(),
    /** Writes what is still to be written of last uses. */
    flush,
  }
}
