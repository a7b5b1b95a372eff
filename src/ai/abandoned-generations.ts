import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'

/**
 * Returns an SQL condition for a generation whose process has died: its outcome is still `running`, but its lease has
 * expired.
 */
export const makeAbandonedGenerationConditionSql = (row: string) =>
  `${row}.outcome = 'running' AND coalesce(${row}.leased_until, '-infinity') < now()`

const endExpired = defineSqlStatement<never>(
  'ai_end_expired',
  `WITH expired AS (
     SELECT g.id, g.budget_day, g.reserved FROM ai_generations g
     WHERE g.workspace_id = $1 AND ${makeAbandonedGenerationConditionSql('g')} FOR UPDATE SKIP LOCKED
   ), ended AS (
     UPDATE ai_generations g SET outcome = 'failed', reserved = 0 FROM expired
     WHERE g.workspace_id = $1 AND g.id = expired.id RETURNING expired.budget_day, expired.reserved
   ), unused AS (
     SELECT e.budget_day, sum(e.reserved) AS tokens FROM ended e GROUP BY e.budget_day
   )
   UPDATE ai_budgets b SET tokens = greatest(0, b.tokens - unused.tokens) FROM unused
   WHERE b.workspace_id = $1 AND b.day = unused.budget_day`,
)
const workspacesWithExpired = defineSqlStatement<{ workspaceId: string }>(
  'ai_workspaces_with_expired',
  `SELECT DISTINCT g.workspace_id AS "workspaceId" FROM ai_generations g WHERE ${makeAbandonedGenerationConditionSql('g')}`,
  { acrossWorkspaces: true, onPrimary: true },
)

/** Ends the generations of a workspace whose process has died: frees their slots and their reserved tokens. */
export const failAbandonedGenerations = (sql: SqlRunner, workspaceId: string) => sql.rows(endExpired, [workspaceId])

/** Ends such generations in all workspaces. */
export async function failAllAbandonedGenerations(sql: SqlRunner): Promise<void> {
  for (const { workspaceId } of await sql.rows(workspacesWithExpired, []))
    await failAbandonedGenerations(sql, workspaceId)
}
