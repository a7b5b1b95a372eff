import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../platform/db/database.ts'
import { defineSqlStatement } from '../platform/db/statement.ts'
import type { Broadcast } from '../platform/redis/broadcast.ts'
import { isUuid } from '../platform/uuid.ts'
import type { Authenticator, HashedCredential } from './authenticator.ts'
import { type Caller, makeScopeSet } from './caller.ts'
import { makeCredentialCache } from './credential-cache.ts'
import { hashSecret, isWellFormedApiKey } from './key-secret.ts'
import { makeApiKeyLastUseRecorder } from './last-uses.ts'
import type { Scope } from './scopes.ts'

type KeyRow = {
  id: string
  name: string
  workspaceId: string
  plan: string
  scopes: ReadonlySet<Scope>
  expiresAt: string | null
  revoked: boolean
}

const selectByHash = defineSqlStatement<Omit<KeyRow, 'scopes'> & { scopes: string }>(
  'key_by_hash',
  `SELECT k.id, k.name, k.workspace_id AS "workspaceId", w.plan, array_to_json(k.scopes)::text AS scopes,
     k.expires_at AS "expiresAt", k.revoked_at IS NOT NULL AS revoked
   FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id WHERE k.hash = $1`,
)

const anonymous = (refusal: string): Caller => ({ kind: 'anonymous', refusal })
const isExpired = ({ expiresAt }: KeyRow) => expiresAt !== null && Date.parse(expiresAt) <= Date.now()

/** Authenticates API keys, with cached results where possible. */
export type ApiKeyAuthenticator = ReturnType<typeof makeApiKeyAuthenticator>

/**
 * Makes the authenticator of API keys. The cache is used only while this process receives broadcasts about revoked
 * keys.
 */
export function makeApiKeyAuthenticator(db: Database, broadcast: Broadcast) {
  const cache = makeCredentialCache<KeyRow>({ maxEntries: 10_000, maxAgeMs: 10_000, mayUseMemory: broadcast.live })
  const lastUses = makeApiKeyLastUseRecorder(db)
  const listeners: ((workspaceId?: string) => void)[] = []

  function invalidateHere(workspaceId?: string): void {
    cache.invalidate(workspaceId)
    for (const listener of listeners) listener(workspaceId)
  }
  // The message is the id of a workspace whose keys or plan have changed. Other messages are ignored.
  broadcast.listen((message) => {
    if (isUuid(message)) invalidateHere(message)
  })

  async function lookUp({ value, hash }: HashedCredential): Promise<KeyRow | undefined> {
    const remember = cache.startLookup()
    const [found] = await db.sql.rows(selectByHash, [hashSecret(value)])
    const row = found && { ...found, scopes: makeScopeSet(JSON.parse(found.scopes) as string[]) }
    if (!row || row.revoked || isExpired(row)) {
      cache.delete(hash)
      return row
    }
    remember(hash, row)
    return row
  }

  /**
   * The lookups that wait for the end of this turn of the event loop. The keys of the map are the hashes of the API
   * keys.
   */
  const lookups = new Map<string, Promise<KeyRow | undefined>>()

  /**
   * Looks up an API key once for all requests in the same turn of the event loop. This saves queries when the cache is
   * not used.
   */
  function lookUpInTurn(credential: HashedCredential): Promise<KeyRow | undefined> {
    const waiting = lookups.get(credential.hash)
    if (waiting) return waiting
    // This lookup starts after all requests of the same turn of the event loop have arrived.
    // So it finds every revocation that the database stored before their arrival.
    const lookup = nextTurn().then(() => {
      lookups.delete(credential.hash)
      return lookUp(credential)
    })
    lookups.set(credential.hash, lookup)
    return lookup
  }

  function callerOf(row: KeyRow): Caller {
    if (row.revoked) return anonymous('The API key has been revoked.')
    if (isExpired(row)) return anonymous('The API key has expired.')
    lastUses.record(row.id)
    const { id: keyId, name, workspaceId, plan, scopes } = row
    return { kind: 'key', keyId, name, workspaceId, plan, scopes }
  }

  const authenticator: Authenticator = {
    cached({ hash }) {
      const row = cache.get(hash)
      return row && callerOf(row)
    },
    wasValid: ({ hash }) => cache.has(hash),
    workspaceOf: ({ hash }) => cache.workspaceOf(hash),
    isWellFormed: isWellFormedApiKey,
    async authenticate(credential) {
      const row = isWellFormedApiKey(credential.value) ? await lookUpInTurn(credential) : undefined
      return row ? callerOf(row) : anonymous('The API key is not valid.')
    },
  }

  return {
    ...authenticator,
    /**
     * Makes every process check the credentials of a workspace again. Call this after the keys or the plan of the
     * workspace have changed.
     */
    async invalidate(workspaceId: string): Promise<void> {
      invalidateHere(workspaceId)
      await broadcast.publish(workspaceId)
    },
    /**
     * Calls `listener` when the keys or the plan of a workspace have changed, in any process. If `workspaceId` is
     * undefined, any workspace may have changed.
     */
    onInvalidate: (listener: (workspaceId?: string) => void) => void listeners.push(listener),
    isLive: broadcast.live,
    invalidateAll: () => invalidateHere(),
    /** Writes the recorded times of last use to the database now, without waiting for the next scheduled write. */
    flush: lastUses.flush,
    cacheSize: cache.size,
  }
}
