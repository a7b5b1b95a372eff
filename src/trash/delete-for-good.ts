import type { TransactionalSqlRunner } from '../platform/db/sql.ts'
import { defineSqlStatement } from '../platform/db/statement.ts'
import { deleteTrashEntriesForGood } from './delete-entries.ts'
import { trashRetentionDays } from './entries.ts'

/**
 * The maximum number of entries in the trash of a workspace. The cleanup job deletes the oldest entries above the
 * limit.
 */
export const maxTrashEntries = 10_000
/** The maximum number of records in all trash entries of a workspace. */
const maxTrashRecords = 1_000_000

/**
 * One run of the cleanup job deletes at most `maxBatches` batches of expired entries. For each workspace with too much
 * trash, the run then deletes at most `maxBatches` batches of the oldest entries.
 */
const [batchSize, maxBatches] = [100, 20]

type EntryKey = { workspaceId: string; id: string }

const expired = defineSqlStatement<EntryKey>(
  'trash_expired',
  `SELECT t.workspace_id AS "workspaceId", t.id FROM trash t
   WHERE t.deleted_at <= statement_timestamp() - interval '${trashRetentionDays} days' AND NOT t.workspace_id = ANY($1::uuid[])
   ORDER BY t.deleted_at LIMIT ${batchSize}`,
  { acrossWorkspaces: true, onPrimary: true },
)

/**
 * Finds workspaces with too much trash. Reads only workspaces with a delete in the last day, because other trash has
 * not grown.
 */
const crowded = defineSqlStatement<{ workspaceId: string }>(
  'trash_crowded',
  `SELECT t.workspace_id AS "workspaceId" FROM trash t
   WHERE t.workspace_id IN (
     SELECT r.workspace_id FROM trash r WHERE r.deleted_at > statement_timestamp() - interval '1 day'
   ) GROUP BY t.workspace_id
   HAVING count(*) > $1::int OR sum(t.records) > $2::int LIMIT ${batchSize}`,
  { acrossWorkspaces: true, onPrimary: true },
)

const oldest = defineSqlStatement<{ id: string }>(
  'trash_oldest',
  `SELECT n.id FROM (
     SELECT t.id, row_number() OVER (ORDER BY t.id DESC) AS position, sum(t.records) OVER (ORDER BY t.id DESC) AS total
     FROM trash t WHERE t.workspace_id = $1
   ) n WHERE n.position > $2::int OR n.total > $3::int ORDER BY n.id LIMIT ${batchSize}`,
  { onPrimary: true },
)

/**
 * Deletes expired trash entries and entries above the limits. Several processes can run this job at once.
 * @throws AggregateError with the errors of skipped workspaces
 */
export async function deleteExpiredAndExcessTrashEntries(
  sql: TransactionalSqlRunner,
  { maxEntries = maxTrashEntries, maxRecords = maxTrashRecords } = {},
): Promise<void> {
  const failures = new Map<string, unknown>()
  const deleteUnlessFailed = (workspaceId: string, ids: readonly string[]) =>
    sql
      .transaction((tx) => deleteTrashEntriesForGood(tx, workspaceId, ids))
      .catch((error: unknown) => {
        failures.set(workspaceId, error)
      })
  for (let batch = 0; batch < maxBatches; batch++) {
    const found = await sql.rows(expired, [[...failures.keys()]])
    for (const [workspaceId, entries] of Map.groupBy(found, (entry) => entry.workspaceId)) {
      const ids = entries.map(({ id }) => id)
      await deleteUnlessFailed(workspaceId, ids)
    }
    if (found.length < batchSize) break
  }
  for (const { workspaceId } of await sql.rows(crowded, [maxEntries, maxRecords])) {
    for (let batch = 0; batch < maxBatches && !failures.has(workspaceId); batch++) {
      const ids = (await sql.rows(oldest, [workspaceId, maxEntries, maxRecords])).map(({ id }) => id)
      if (ids.length > 0) await deleteUnlessFailed(workspaceId, ids)
      if (ids.length < batchSize) break
    }
  }
  if (failures.size > 0)
    throw new AggregateError(failures.values(), `The trash of ${failures.size} workspaces could not be cleaned up`)
}
