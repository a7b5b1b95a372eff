import DataLoader from 'dataloader'
import type { Database } from '../platform/db/database.ts'
import { defineSqlStatement } from '../platform/db/statement.ts'
import type { Broadcast } from '../platform/redis/broadcast.ts'
import { isUuid } from '../platform/uuid.ts'
import type { Authenticator } from './authenticator.ts'
import { type Caller, toScopeSet } from './caller.ts'
import { makeCredentialCache } from './credential-cache.ts'
import { hashForCache, hashSecret, isWellFormedApiKey } from './key-secret.ts'
import { makeKeyLastUseRecorder } from './last-uses.ts'
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

const selectByHash = defineSqlStatement<Omit<KeyRow, 'scopes'> & { scopes: string; hash: string }>(
  'key_by_hash',
  `SELECT encode(k.hash, 'base64') AS hash, k.id, k.name, k.workspace_id AS "workspaceId", w.plan, array_to_json(k.scopes)::text AS scopes,
     k.expires_at AS "expiresAt", k.revoked_at IS NOT NULL AS revoked
   FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id WHERE k.hash = ANY($1::bytea[])`,
)

const anonymous = (refusal: string): Caller => ({ kind: 'anonymous', refusal })
const isExpired = ({ expiresAt }: KeyRow) => expiresAt !== null && Date.parse(expiresAt) <= Date.now()

/** Authenticates API keys, with cached results where possible. */
export type ApiKeyAuthenticator = ReturnType<typeof makeApiKeyAuthenticator>

/**
 * Makes the authenticator of API keys. Every process learns of revoked keys and changed plans through `broadcast`.
 * While this process receives no broadcasts, the authenticator does not use its cache, because the cache could still
 * contain revoked keys.
 */
export function makeApiKeyAuthenticator(db: Database, broadcast: Broadcast) {
  const cache = makeCredentialCache<KeyRow>({ maxEntries: 10_000, maxAgeMs: 10_000, mayUseMemory: broadcast.live })
  const lastUses = makeKeyLastUseRecorder(db)
  const listeners: ((workspaceId?: string) => void)[] = []

  function invalidateHere(workspaceId?: string): void {
    cache.invalidate(workspaceId)
    for (const listener of listeners) listener(workspaceId)
  }
  // The message is the id of a workspace whose keys or plan have changed. Other messages are ignored.
  broadcast.listen((message) => {
    if (isUuid(message)) invalidateHere(message)
  })

  /** Reads keys from the database. Without Redis, each request needs this read, so it must be cheap in a burst. */
  async function lookUpAll(values: readonly string[]): Promise<(KeyRow | undefined)[]> {
    const remember = cache.startLookup()
    const found = await db.sql.rows(selectByHash, [[...new Set(values)].map(hashSecret)])
    const rows = new Map<string, KeyRow>(
      found.map(({ hash, scopes, ...row }) => [hash, { ...row, scopes: toScopeSet(JSON.parse(scopes) as string[]) }]),
    )
    return values.map((value) => {
      const hash = hashForCache(value)
      const row = rows.get(hash)
      if (!row || row.revoked || isExpired(row)) cache.delete(hash)
      else remember(hash, row)
      return row
    })
  }

  /**
   * Reads the keys of all requests in one turn of the event loop with one statement. The loader has no cache, because a
   * request after a revocation must not use an earlier read.
   */
  const lookups = new DataLoader(lookUpAll, {
    cache: false,
    maxBatchSize: 500,
    batchScheduleFn: (run) => void setImmediate(run),
  })

  function callerOf(row: KeyRow): Caller {
    if (row.revoked) return anonymous('The API key has been revoked.')
    if (isExpired(row)) return anonymous('The API key has expired.')
    lastUses.record(row.id)
    const { id: keyId, name, workspaceId, plan, scopes } = row
    return { kind: 'key', keyId, name, workspaceId, plan, scopes }
  }

  const authenticator: Authenticator = {
    cached(value) {
      const row = cache.get(hashForCache(value))
      return row && callerOf(row)
    },
    wasValid: (value) => cache.has(hashForCache(value)),
    isWellFormed: isWellFormedApiKey,
    async authenticate(value) {
      const row = isWellFormedApiKey(value) ? await lookups.load(value) : undefined
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
