import type { TransactionalSqlRunner } from '../../platform/db/sql.ts'
import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'

type WorkspaceId = { id: string }

const crowded = defineSqlStatement<WorkspaceId>(
  'storage_tallies_crowded',
  `SELECT t.workspace_id AS id FROM storage_tallies t GROUP BY t.workspace_id HAVING count(*) > 20 LIMIT 100`,
  { acrossWorkspaces: true, onPrimary: true },
)
const addUp = defineSqlStatement<never>('storage_add_up', 'SELECT storage_add_up($1)', { onPrimary: true })

/** Adds up the rows of `storage_tallies` of up to 100 workspaces that have more than 20. */
export async function addUpStorageTallies(sql: SqlRunner): Promise<void> {
  for (const { id } of await sql.rows(crowded, [])) await sql.rows(addUp, [id])
}

/** How many workspaces one run of the job counts, and how many days a count holds. */
const [workspacesInRun, countHoldsDays] = [10, 7]

const isDue = `coalesce(w.storage_counted_at, '-infinity') < statement_timestamp() - interval '${countHoldsDays} days'`
/**
 * Takes the workspaces to count. They are noted as counted before the count, so that no other process counts them too,
 * and so that one that fails does not keep the others waiting.
 */
const takeDue = defineSqlStatement<WorkspaceId>(
  'storage_take_due',
  `UPDATE workspaces w SET storage_counted_at = statement_timestamp() WHERE ${isDue}
     AND w.id = ANY(ARRAY(SELECT w.id FROM workspaces w WHERE ${isDue}
       ORDER BY w.storage_counted_at NULLS FIRST, w.id LIMIT ${workspacesInRun}))
   RETURNING w.id`,
  { acrossWorkspaces: true, onPrimary: true },
)
// A workspace of 100 GB takes longer to read than other statements may run.
const allowTime = defineSqlStatement<never>(
  'storage_recount_time',
  "SELECT set_config('statement_timeout', '600000', true)",
  { onPrimary: true },
)
const recount = defineSqlStatement<never>('storage_recount', 'SELECT storage_recount($1)', { onPrimary: true })

/** Counts the stored bytes of a workspace anew, while it is written. */
export const recountStorage = (sql: TransactionalSqlRunner, workspaceId: string) =>
  sql.transaction(async (tx) => {
    await tx.rows(allowTime, [])
    await tx.rows(recount, [workspaceId])
  })

/**
 * Counts the storage anew of the workspaces whose last count is the oldest, if it is older than a week.
 * @throws AggregateError with the errors of skipped workspaces
 */
export async function recountOldestStorage(sql: TransactionalSqlRunner): Promise<void> {
  const failures: unknown[] = []
  for (const { id } of await sql.rows(takeDue, []))
    await recountStorage(sql, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'the storage of some workspaces was not counted')
}
