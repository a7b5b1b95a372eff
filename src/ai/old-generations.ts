import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'

/**
 * How many days the records of generations are kept. This is enough for a usage report, which covers at most 366 days.
 */
const retentionDays = 400
/** The maximum number of generations that one call of `deleteOldGenerationsAndBudgets` deletes in each workspace. */
const maxDeleted = 1000

const old = {
  generation: `g.created_at < now() - interval '${retentionDays} days'`,
  budget: `b.day < current_date - ${retentionDays}`,
}

const workspacesWithOld = defineSqlStatement<{ workspaceId: string }>(
  'ai_workspaces_with_old',
  `SELECT DISTINCT g.workspace_id AS "workspaceId" FROM ai_generations g WHERE ${old.generation}
   UNION SELECT b.workspace_id FROM ai_budgets b WHERE ${old.budget}`,
  { acrossWorkspaces: true, onPrimary: true },
)

const deleteGenerations = defineSqlStatement<never>(
  'ai_delete_old_generations',
  `DELETE FROM ai_generations d WHERE d.workspace_id = $1 AND d.id = ANY(ARRAY(
     SELECT g.id FROM ai_generations g WHERE g.workspace_id = $1 AND ${old.generation} ORDER BY g.created_at LIMIT ${maxDeleted}
   ))`,
)

const deleteBudgets = defineSqlStatement<never>(
  'ai_delete_old_budgets',
  `DELETE FROM ai_budgets b WHERE b.workspace_id = $1 AND ${old.budget}`,
)

/** Deletes generations (with their prompts) and daily token budgets that are more than 400 days old. */
export async function deleteOldGenerationsAndBudgets(sql: SqlRunner): Promise<void> {
  for (const { workspaceId } of await sql.rows(workspacesWithOld, [])) {
    await sql.rows(deleteGenerations, [workspaceId])
    await sql.rows(deleteBudgets, [workspaceId])
  }
}
