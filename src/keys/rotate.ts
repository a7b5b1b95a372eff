import { z } from 'zod'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { ApiError } from '../platform/errors.ts'
import { generateAndInsertKey, latestKeyExpiry } from './insert-key.ts'
import { type ApiKeyRecord, apiKeyColumnsSql, type CreatedKey, lockActiveKey } from './record.ts'

const maxOverlapDays = 30
const daySeconds = 86_400

export const keyOverlapSecondsSchema = z
  .int('must be a whole number')
  .min(0, 'must be 0 or more')
  .max(maxOverlapDays * daySeconds, `must be at most 2,592,000 (${maxOverlapDays} days)`)

export const rotateKeyArgsSchema = z.object({ overlapSeconds: keyOverlapSecondsSchema.nullish() })

/** A new API key with its secret value, and the old API key that the new key replaces. */
export type RotatedKey = CreatedKey & { replaced: ApiKeyRecord }

const endKey = defineSqlStatement<ApiKeyRecord>(
  'api_key_end',
  `UPDATE api_keys k SET expires_at = least(k.expires_at, $3::timestamptz), replaced_by_id = $4
   WHERE k.workspace_id = $1 AND k.id = $2 RETURNING ${apiKeyColumnsSql}`,
)

/**
 * Returns when the new API key expires, or null for never. The new key gets the same lifetime as the old key, such as
 * 90 days.
 */
function expiryOfNewKey({ createdAt, expiresAt }: ApiKeyRecord, now: Date): Date | null {
  if (expiresAt === null) return null
  const lifetimeMs = new Date(expiresAt).getTime() - new Date(createdAt).getTime()
  return new Date(Math.min(now.getTime() + lifetimeMs, latestKeyExpiry.getTime()))
}

function assertNotRotated({ replacedById }: ApiKeyRecord): void {
  if (replacedById === null) return
  const message = 'The API key was already rotated. Rotate the key that replaced it.'
  throw new ApiError('conflict', message, { details: { keyId: replacedById } })
}

/**
 * Replaces an API key. The old key stays valid for `overlapSeconds` (one day by default), but not after its own expiry.
 * @throws ApiError `not_found`
 * @throws ApiError `conflict` if the key is inactive or already rotated, or the workspace has 1,000 active keys
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
  assertNotRotated(old)
  const { name, scopes, environment } = old
  const created = await generateAndInsertKey(tx, prefix, workspaceId, {
    ...{ name, scopes, environment },
    createdAt: now,
    expiresAt: expiryOfNewKey(old, now),
  })
  const overlapEnd = new Date(now.getTime() + (overlapSeconds ?? daySeconds) * 1000).toISOString()
  const [replaced] = await tx.rows(endKey, [workspaceId, id, overlapEnd, created.id])
  return { ...created, replaced: replaced! }
}
