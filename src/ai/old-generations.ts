import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'

/**
 * How many days the records of generations are kept. This is enough for a usage report, which covers at most 366 days.
 */
const retentionDays = 400
/** The maximum number of generations that one call of `deleteOldGenerationsAndBudgets` deletes in each workspace. */
const maxDeleted = 1000

const deleteGenerations = defineSqlStatement<never>(
  'ai_delete_old_generations',
  `DELETE FROM ai_generations g USING workspaces w CROSS JOIN LATERAL (
     SELECT o.id FROM ai_generations o
     WHERE o.workspace_id = w.id AND o.created_at < now() - interval '${retentionDays} days'
     ORDER BY o.created_at LIMIT ${maxDeleted}
   ) old WHERE g.workspace_id = w.id AND g.id = old.id`,
  { acrossWorkspaces: true },
)

const deleteBudgets = defineSqlStatement<never>(
  'ai_delete_old_budgets',
  `DELETE FROM ai_budgets b USING workspaces w
   WHERE b.workspace_id = w.id AND b.day < current_date - ${retentionDays}`,
  { acrossWorkspaces: true },
)

/** Deletes generations (with their prompts) and daily token budgets that are more than 400 days old. */
export async function deleteOldGenerationsAndBudgets(sql: SqlRunner): Promise<void> {
  await sql.rows(deleteGenerations, [])
  await sql.rows(deleteBudgets, [])
}
