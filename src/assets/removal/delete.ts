import type { GraphQLContext } from '../../operations/context.ts'
import { defineSqlStatement } from '../../platform/db/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import { readAsset } from '../record/rows.ts'
import { readAssetUses } from '../uses/read-uses.ts'
import { deleteMarkedFiles } from './delete-files.ts'

const setDeletingUnlessUsed = defineSqlStatement<{ id: string }>(
  'asset_deleting_unless_used',
  `UPDATE assets a SET state = 'deleting', hash = NULL, changed_at = now() WHERE a.workspace_id = $1 AND a.id = $2
   AND NOT EXISTS (SELECT 1 FROM asset_uses u WHERE u.workspace_id = $1 AND u.asset_id = $2) RETURNING a.id`,
)

/**
 * Deletes a file for good.
 * @throws ApiError `not_found`
 * @throws ApiError `conflict` if a draft, a release or the trash uses it
 */
export async function deleteAsset({ db, fileStore, workspaceId }: GraphQLContext, id: string): Promise<void> {
  const asset = await readAsset(db.sql, workspaceId(), id)
  const [deleting] = await db.sql.rows(setDeletingUnlessUsed, [workspaceId(), asset.id])
  if (!deleting) {
    const usedIn = await readAssetUses(db.sql, workspaceId(), asset.id)
    throw new ApiError(
      'conflict',
      'The file is used: details.usedIn lists where. Remove it there first, and from the trash. A release that is kept needs it too.',
      { details: { reason: 'asset_used', usedIn: usedIn.slice(0, 10) } },
    )
  }
  await deleteMarkedFiles(db.sql, fileStore, asset)
}
