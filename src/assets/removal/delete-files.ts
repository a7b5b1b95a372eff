import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { type AssetRow, makeFileKey, makeSizeKey, makeUploadKey } from '../record/rows.ts'
import { pictureWidths } from '../serving/widths.ts'

type StoredFile = Pick<AssetRow, 'workspaceId' | 'id'>

// The hash becomes free at once, so that the same bytes can be uploaded again.
const setDeleting = defineSqlStatement<{ id: string }>(
  'asset_deleting',
  `UPDATE assets a SET state = 'deleting', hash = NULL, changed_at = now() WHERE a.workspace_id = $1 AND a.id = $2 RETURNING a.id`,
)
const deleteRow = defineSqlStatement<{ id: string }>(
  'asset_delete',
  `DELETE FROM assets a WHERE a.workspace_id = $1 AND a.id = $2 AND a.state = 'deleting' RETURNING a.id`,
)

/** Deletes the bytes of a file that is being deleted, and then its record. After a crash, a job repeats it. */
export async function deleteMarkedFiles(sql: SqlRunner, store: FileStore, file: StoredFile): Promise<void> {
  for (const width of pictureWidths) await store.remove(makeSizeKey(file, width))
  await store.remove(makeFileKey(file))
  await store.remove(makeUploadKey(file))
  await sql.rows(deleteRow, [file.workspaceId, file.id])
}

/** Deletes a file. Clients no longer see it from the beginning on. */
export async function deleteAssetFiles(sql: SqlRunner, store: FileStore, file: StoredFile): Promise<void> {
  await sql.rows(setDeleting, [file.workspaceId, file.id])
  await deleteMarkedFiles(sql, store, file)
}
