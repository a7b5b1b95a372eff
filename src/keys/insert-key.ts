import { generateApiKey } from '../identity/key-secret.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { ApiError } from '../platform/errors.ts'
import { makeUuidV7 } from '../platform/uuid.ts'
import { type ApiKeyRecord, apiKeyColumnsSql, type CreatedKey } from './record.ts'

/** The maximum number of active API keys in a workspace. Revoked and expired keys do not count. */
export const maxActiveKeysPerWorkspace = 1000

/** The latest time at which a key can expire. The year of a timestamp has four digits (RFC 3339, section 1). */
export const latestKeyExpiry = new Date('9999-12-31T23:59:59Z')

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
const insert = defineSqlStatement<ApiKeyRecord>(
  'api_key_insert',
  `INSERT INTO api_keys AS k (id, workspace_id, name, hash, start, environment, scopes, created_at, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${apiKeyColumnsSql}`,
)

type NewKey = {
  name: string
  scopes: readonly string[]
  environment?: string
  createdAt: Date
  /** The time when the API key expires. Null for a key that never expires. */
  expiresAt: Date | null
}

/**
 * Generates and stores an API key. Only the returned key contains the secret value.
 * @throws ApiError `conflict` if the workspace already has 1,000 active keys
 */
export async function generateAndInsertKey(
  tx: SqlRunner,
  prefix: string,
  workspaceId: string,
  { name, scopes, environment, createdAt, expiresAt }: NewKey,
): Promise<CreatedKey> {
  await tx.rows(lockWorkspace, [workspaceId])
  const now = createdAt.toISOString()
  const [active] = await tx.rows(countActive, [workspaceId, now])
  if (active!.count >= maxActiveKeysPerWorkspace)
    throw new ApiError('conflict', `The workspace has ${maxActiveKeysPerWorkspace} keys. Revoke some of them first.`)
  const { value, ...secret } = generateApiKey(prefix, environment)
  const [key] = await tx.rows(insert, [
    ...[makeUuidV7(), workspaceId, name, secret.hash, secret.start, secret.environment, scopes],
    ...[now, expiresAt?.toISOString() ?? null],
  ])
  return { ...key!, value }
}
