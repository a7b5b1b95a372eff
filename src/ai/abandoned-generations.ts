import { defineSqlStatement, type SqlRunner, type SqlStatement } from '../platform/db/statement.ts'

/**
 * Returns an SQL condition for a generation whose process has died: its outcome is still `running`, but its lease has
 * expired.
 */
export const makeAbandonedGenerationConditionSql = (row: string) =>
  `${row}.outcome = 'running' AND coalesce(${row}.leased_until, '-infinity') < now()`

/** Returns SQL that ends expired generations and gives their reserved tokens back to the token budgets. */
const endExpired = (ofWorkspace: (alias: string) => string) => `WITH expired AS (
     SELECT g.id, g.workspace_id, g.budget_day, g.reserved FROM ai_generations g
     WHERE ${ofWorkspace('g')} AND ${makeAbandonedGenerationConditionSql('g')} FOR UPDATE SKIP LOCKED
   ), ended AS (
     UPDATE ai_generations g SET outcome = 'failed', reserved = 0 FROM expired
     WHERE ${ofWorkspace('g')} AND g.workspace_id = expired.workspace_id AND g.id = expired.id
     RETURNING expired.workspace_id, expired.budget_day, expired.reserved
   ), unused AS (
     SELECT e.workspace_id, e.budget_day, sum(e.reserved) AS tokens FROM ended e GROUP BY e.workspace_id, e.budget_day
   )
   UPDATE ai_budgets b SET tokens = greatest(0, b.tokens - unused.tokens) FROM unused
   WHERE ${ofWorkspace('b')} AND b.workspace_id = unused.workspace_id AND b.day = unused.budget_day`

const ofOne: SqlStatement<never> = defineSqlStatement(
  'ai_end_expired',
  endExpired((alias) => `${alias}.workspace_id = $1`),
)
const ofAll: SqlStatement<never> = defineSqlStatement(
  'ai_end_all_expired',
  endExpired(() => 'true'),
  { acrossWorkspaces: true },
)

/**
 * Ends the generations whose process has died: frees their slots and their reserved tokens. Without `workspaceId`, ends
 * these generations in all workspaces.
 */
export const failAbandonedGenerations = (sql: SqlRunner, workspaceId?: string) =>
  workspaceId === undefined ? sql.rows(ofAll, []) : sql.rows(ofOne, [workspaceId])
