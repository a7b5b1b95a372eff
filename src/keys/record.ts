import type { Prisma } from '../platform/db/generated/prisma/client.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { ApiError, makeNotFoundError } from '../platform/errors.ts'
import { isUuid } from '../platform/uuid.ts'

type Time = string | Date

/** An API key without its hash. Hand-written SQL statements return times as text, and Prisma returns them as dates. */
export type ApiKeyRecord = {
  id: string
  name: string
  start: string
  environment: string
  scopes: string[]
  createdAt: Time
  lastUsedAt: Time | null
  expiresAt: Time | null
  revokedAt: Time | null
  /** The id of the key that replaces this key. Null if this key was not rotated. */
  replacedById: string | null
}

/** A new API key with its secret value. */
export type CreatedKey = ApiKeyRecord & { value: string }

/** The SQL columns of an `ApiKeyRecord`, for the table alias `k`. */
export const apiKeyColumnsSql = `k.id, k.name, k.start, k.environment, k.scopes, k.created_at AS "createdAt",
  k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
  k.replaced_by_id AS "replacedById"`

/** The Prisma filter for keys that are neither revoked nor expired. */
export const makeActiveKeyFilter = (now: Date): Prisma.ApiKeyWhereInput => ({
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
})

const lockKey = defineSqlStatement<ApiKeyRecord>(
  'api_key_lock',
  `SELECT ${apiKeyColumnsSql} FROM api_keys k WHERE k.workspace_id = $1 AND k.id = $2 FOR UPDATE`,
)

const hasEnded = (time: Time | null, now: Date) => time !== null && new Date(time) <= now

/**
 * Returns an active API key, and locks its row until the end of the transaction.
 * @throws ApiError `not_found`
 * @throws ApiError `conflict` if the key is revoked or has expired
 */
export async function lockActiveKey(tx: SqlRunner, workspaceId: string, id: string, now: Date): Promise<ApiKeyRecord> {
  const [key] = isUuid(id) ? await tx.rows(lockKey, [workspaceId, id]) : []
  if (!key) throw makeNotFoundError('API key')
  if (key.revokedAt !== null) throw new ApiError('conflict', 'The API key is revoked. Create another key.')
  if (hasEnded(key.expiresAt, now)) throw new ApiError('conflict', 'The API key has expired. Create another key.')
  return key
}
