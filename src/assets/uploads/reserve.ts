import { getCallerId } from '../../identity/caller.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { limitStoredBytes } from '../../operations/storage/limited-sql.ts'
import { defineSqlStatement } from '../../platform/db/statement.ts'
import { ApiError, makeInvalidRequestError } from '../../platform/errors.ts'
import { makeUuidV7 } from '../../platform/uuid.ts'
import { type AssetRow, assetColumnsSql } from '../record/rows.ts'

/** The maximum number of uploads of a workspace that have begun and are not complete. */
export const maxPendingUploads = 1000

/**
 * Lets one upload of a workspace at a time reserve storage, so that several at once do not exceed it. A lock of the row of
 * the workspace would need another node of a cluster.
 */
const lock = defineSqlStatement<never>(
  'assets_lock_workspace',
  'SELECT pg_advisory_xact_lock(hashtextextended($1, 7203998217))',
)
const countPending = defineSqlStatement<{ count: number }>(
  'assets_count_pending',
  `SELECT count(*)::int AS count FROM assets a WHERE a.workspace_id = $1 AND a.state = 'pending'`,
)
const insert = defineSqlStatement<AssetRow>(
  'asset_insert',
  `INSERT INTO assets AS a (workspace_id, id, expected_hash, bytes, name, alt, caller)
   VALUES ($1, $2, $3, $4::bigint, $5, $6, $7) RETURNING ${assetColumnsSql}`,
  // The bytes of a file count in the storage, and are no parameter.
  { copiesRows: true },
)

export type NewAsset = { name: string; bytes: number; sha256?: string | null; alt?: string | null }

/**
 * Reserves storage for a file, and creates its record.
 * @throws ApiError `conflict` if the workspace would store more than its quota, or has too many uploads
 */
export function reserveAsset(context: GraphQLContext, { name, bytes, sha256, alt }: NewAsset): Promise<AssetRow> {
  const { caller, config, workspaceId } = context
  if (bytes > config.files.maxBytes) {
    const message = `must be at most ${config.files.maxBytes.toLocaleString('en')}`
    throw makeInvalidRequestError([{ path: 'bytes', message }])
  }
  return limitStoredBytes(context).transaction(async (tx) => {
    await tx.rows(lock, [workspaceId()])
    const [pending] = await tx.rows(countPending, [workspaceId()])
    if (pending && pending.count >= maxPendingUploads)
      throw new ApiError(
        'conflict',
        `The workspace has ${maxPendingUploads} uploads that are not complete. Complete or delete some first.`,
        { details: { reason: 'too_many_uploads', limit: maxPendingUploads } },
      )
    const values = [workspaceId(), makeUuidV7(), sha256 ?? null, bytes, name, alt ?? null, getCallerId(caller)]
    const [asset] = await tx.rows(insert, values)
    return asset!
  })
}
