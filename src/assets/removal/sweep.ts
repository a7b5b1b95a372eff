import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { makeUploadKey } from '../record/rows.ts'
import { deleteAssetFiles, deleteMarkedFiles } from './delete-files.ts'

/** How long an upload that is not complete, or was refused, is kept. */
const pendingHours = 24
/** How long a file is kept that nothing uses. */
export const unusedDays = 30
/** One run of the job deletes at most this many files of each kind. */
const batchSize = 1000

type StoredFile = { workspaceId: string; id: string }
const columns = 'a.workspace_id AS "workspaceId", a.id'
const all = { acrossWorkspaces: true, onPrimary: true } as const

const abandoned = defineSqlStatement<StoredFile>(
  'assets_abandoned',
  `SELECT ${columns} FROM assets a WHERE a.state IN ('pending', 'refused')
   AND a.changed_at < statement_timestamp() - interval '${pendingHours} hours' LIMIT ${batchSize}`,
  all,
)
// A request deletes its files within seconds, unless its process has died.
const deleting = defineSqlStatement<StoredFile>(
  'assets_deleting',
  `SELECT ${columns} FROM assets a WHERE a.state = 'deleting'
   AND a.changed_at < statement_timestamp() - interval '10 minutes' LIMIT ${batchSize}`,
  all,
)
// While its address was valid, a client can have sent the bytes once more.
const completed = defineSqlStatement<StoredFile>(
  'assets_completed',
  `SELECT ${columns} FROM assets a WHERE a.state = 'ready' AND a.changed_at BETWEEN
   statement_timestamp() - interval '26 hours' AND statement_timestamp() - interval '2 hours' LIMIT ${10 * batchSize}`,
  all,
)
const withFiles = defineSqlStatement<{ workspaceId: string }>(
  'assets_workspaces',
  `SELECT DISTINCT a.workspace_id AS "workspaceId" FROM assets a WHERE a.state = 'ready'`,
  all,
)
const isUsed = 'EXISTS (SELECT 1 FROM asset_uses u WHERE u.workspace_id = $1 AND u.asset_id = a.id)'
const noteUnused = defineSqlStatement<never>(
  'assets_note_unused',
  `UPDATE assets a SET unused_since = now()
   WHERE a.workspace_id = $1 AND a.state = 'ready' AND a.unused_since IS NULL AND NOT ${isUsed}`,
)
const noteUsed = defineSqlStatement<never>(
  'assets_note_used',
  `UPDATE assets a SET unused_since = NULL
   WHERE a.workspace_id = $1 AND a.state = 'ready' AND a.unused_since IS NOT NULL AND ${isUsed}`,
)
const takeUnused = defineSqlStatement<StoredFile>(
  'assets_take_unused',
  `UPDATE assets a SET state = 'deleting', hash = NULL, changed_at = now() WHERE a.workspace_id = $1 AND a.state = 'ready'
   AND a.unused_since < now() - interval '${unusedDays} days' AND NOT ${isUsed} RETURNING ${columns}`,
)

/**
 * Deletes uploads that were not completed, files that nothing uses, and what a crash has left.
 * @throws AggregateError with the errors of files that could not be deleted
 */
export async function sweepAssets(sql: SqlRunner, store: FileStore): Promise<void> {
  const failures: unknown[] = []
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => void failures.push(error))
  for (const file of await sql.rows(abandoned, [])) await attempt(deleteAssetFiles(sql, store, file))
  for (const file of await sql.rows(deleting, [])) await attempt(deleteMarkedFiles(sql, store, file))
  for (const file of await sql.rows(completed, [])) await attempt(store.remove(makeUploadKey(file)))
  for (const { workspaceId } of await sql.rows(withFiles, [])) {
    await attempt(sql.rows(noteUnused, [workspaceId]))
    await attempt(sql.rows(noteUsed, [workspaceId]))
    const unused = await sql.rows(takeUnused, [workspaceId])
    for (const file of unused) await attempt(deleteMarkedFiles(sql, store, file))
  }
  await attempt(store.sweep())
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} files could not be deleted`)
}
