import type { z } from 'zod'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { requireRecord } from '../platform/errors.ts'
import { isUuid } from '../platform/uuid.ts'
import { type AssetRow, assetColumnsSql } from './record/rows.ts'
import type { updateAssetSchema } from './record/rules.ts'

const update = defineSqlStatement<AssetRow>(
  'asset_update',
  `UPDATE assets a SET name = coalesce($3, a.name), alt = CASE WHEN $5::boolean THEN $4 ELSE a.alt END
   WHERE a.workspace_id = $1 AND a.id = $2 AND a.state <> 'deleting' RETURNING ${assetColumnsSql}`,
)

/**
 * Changes the name or the alternative text of a file.
 * @throws ApiError `not_found`
 */
export async function updateAsset(
  sql: SqlRunner,
  workspaceId: string,
  id: string,
  { name, alt }: z.output<typeof updateAssetSchema>,
): Promise<AssetRow> {
  const values = [workspaceId, id, name ?? null, alt ?? null, alt !== undefined]
  const [changed] = isUuid(id) ? await sql.rows(update, values) : []
  return requireRecord('File', changed)
}
