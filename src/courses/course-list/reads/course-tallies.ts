import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'

const addUp = defineSqlStatement<never>(
  'course_tallies_add_up',
  `SELECT course_tallies_add_up(t.workspace_id) FROM (
     SELECT c.workspace_id FROM course_tallies c GROUP BY c.workspace_id HAVING count(*) > 20 LIMIT 100
   ) t`,
  { acrossWorkspaces: true },
)

/**
 * Merges the rows of `course_tallies` that have the same workspace and status. Each call handles up to 100 workspaces
 * with more than 20 rows.
 */
export const mergeCourseTallies = (sql: SqlRunner) => sql.rows(addUp, [])
