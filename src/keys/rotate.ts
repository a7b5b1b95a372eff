import { z } from 'zod'
import { makeUuidV7 } from '../courses/outline/writes.ts'
import { generateApiKey } from '../identity/key-secret.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { ApiError } from '../platform/errors.ts'
import { type ApiKeyRecord, apiKeyColumnsSql, lockActiveKey } from './record.ts'
import { maxActiveKeys, throwTooManyKeys } from './rules.ts'

const maxOverlapDays = 30
const daySeconds = 86_400

export const overlapSecondsSchema = z
  .int('must be a whole number')
  .min(0, 'must be 0 or more')
  .max(maxOverlapDays * daySeconds, `must be at most 2,592,000 (${maxOverlapDays} days)`)

export const rotateKeyArgsSchema = z.object({ overlapSeconds: overlapSecondsSchema.nullish() })

/** A new API key with its secret value, and the old API key that the new key replaces. */
export type RotatedKey = ApiKeyRecord & { value: string; replaced: ApiKeyRecord }

/** Locks the row of the workspace, so that only one transaction at a time creates or rotates keys of the workspace. */
const lockWorkspace = defineSqlStatement<never>(
  'api_keys_lock_workspace',
  'SELECT w.id FROM workspaces w WHERE w.id = $1 FOR NO KEY UPDATE',
)

const countActive = defineSqlStatement<{ count: number }>(
  'api_keys_count_active',
  `SELECT count(*)::int AS count FROM api_keys k
   WHERE k.workspace_id = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2::timestamptz)`,
)
const insertKey = defineSqlStatement<ApiKeyRecord>(
  'api_key_insert',
  `INSERT INTO api_keys AS k (id, workspace_id, name, hash, start, environment, scopes, created_at, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${apiKeyColumnsSql}`,
)
const endKey = defineSqlStatement<ApiKeyRecord>(
  'api_key_end',
  `UPDATE api_keys k SET expires_at = least(k.expires_at, $3::timestamptz), replaced_by_id = $4
   WHERE k.workspace_id = $1 AND k.id = $2 RETURNING ${apiKeyColumnsSql}`,
)

/**
 * Returns when the new API key expires, or null for never. The new key gets the same lifetime that the old key had when
 * it was created.
 */
function expiryOfNewKey({ createdAt, expiresAt }: ApiKeyRecord, now: Date): string | null {
  if (expiresAt === null) return null
  const lifetimeMs = new Date(expiresAt).getTime() - new Date(createdAt).getTime()
  return new Date(now.getTime() + lifetimeMs).toISOString()
}

function mustNotBeReplaced({ replacedById }: ApiKeyRecord): void {
  if (replacedById === null) return
  const message = 'The API key was already rotated. Rotate the key that replaced it.'
  throw new ApiError('conflict', message, { details: { keyId: replacedById } })
}

/**
 * Replaces an API key by a new key with the same name and scopes. The old key stays valid for `overlapSeconds` (one day
 * by default), unless the old key expires earlier. `tx` must be a transaction.
 * @throws ApiError `not_found` if the workspace has no such key
 * @throws ApiError `conflict` if the key is revoked, has expired or was already rotated, or if the workspace already
 * has 1,000 active keys
 */
export async function rotateKey(
  tx: SqlRunner,
  prefix: string,
  workspaceId: string,
  id: string,
  overlapSeconds: number | null | undefined,
): Promise<RotatedKey> {
  const now = new Date()
  const old = await lockActiveKey(tx, workspaceId, id, now)
  mustNotBeReplaced(old)
  await tx.rows(lockWorkspace, [workspaceId])
  const [active] = await tx.rows(countActive, [workspaceId, now.toISOString()])
  if (active!.count >= maxActiveKeys) throwTooManyKeys()
  const { value, hash, start, environment } = generateApiKey(prefix, old.environment)
  const newId = makeUuidV7()
  const expiry = expiryOfNewKey(old, now)
  const row = [newId, workspaceId, old.name, hash, start, environment, old.scopes, now.toISOString(), expiry]
  const [created] = await tx.rows(insertKey, row)
  const overlapEnd = new Date(now.getTime() + (overlapSeconds ?? daySeconds) * 1000).toISOString()
  const [replaced] = await tx.rows(endKey, [workspaceId, id, overlapEnd, newId])
  return { ...created!, value, replaced: replaced! }
}
