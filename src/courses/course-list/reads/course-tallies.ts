import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'

const crowded = defineSqlStatement<{ workspaceId: string }>(
  'course_tallies_crowded',
  `SELECT c.workspace_id AS "workspaceId" FROM course_tallies c GROUP BY c.workspace_id HAVING count(*) > 20 LIMIT 100`,
  { acrossWorkspaces: true, onPrimary: true },
)
const addUp = defineSqlStatement<never>('course_tallies_add_up', 'SELECT course_tallies_add_up($1)', {
  onPrimary: true,
})

/**
 * Merges the rows of `course_tallies` that have the same workspace and status. Each call handles up to 100 workspaces
 * with more than 20 rows.
 */
export async function mergeCourseTallies(sql: SqlRunner): Promise<void> {
  for (const { workspaceId } of await sql.rows(crowded, [])) await sql.rows(addUp, [workspaceId])
}
