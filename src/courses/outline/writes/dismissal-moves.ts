import { defineSqlStatement, makeSqlWithoutRows, type SqlRunner } from '../../../platform/db/statement.ts'
import type { LevelName } from '../levels.ts'

/** The maximum number of dismissed findings of one course. */
export const maxDismissalsPerCourse = 1000

const recordsOf: Record<LevelName, string> = {
  block: 'SELECT $2::uuid AS id',
  lesson: `SELECT $2::uuid AS id
    UNION ALL SELECT b.id FROM blocks b WHERE b.workspace_id = $1 AND b.lesson_id = $2`,
  module: `SELECT $2::uuid AS id
    UNION ALL SELECT l.id FROM lessons l WHERE l.workspace_id = $1 AND l.module_id = $2
    UNION ALL SELECT b.id FROM lessons l JOIN blocks b ON b.workspace_id = $1 AND b.lesson_id = l.id
    WHERE l.workspace_id = $1 AND l.module_id = $2`,
}

const columns = 'finding_id, node_id, code, reason, caller, created_at'

/**
 * Makes the SQL statement that moves dismissals to another course. Dismissals that would exceed
 * `maxDismissalsPerCourse` in this course are deleted.
 */
const statementOf = (name: LevelName) =>
  defineSqlStatement<never>(
    `dismissals_follow_${name}`,
    makeSqlWithoutRows(
      `moved AS (
       DELETE FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $3 AND d.node_id IN (${recordsOf[name]})
       RETURNING ${columns.replace(/\w+/g, 'd.$&')}
     )`,
      `inserted AS (
     INSERT INTO dismissals (workspace_id, course_id, ${columns}) SELECT $1, $4, ${columns} FROM moved
     LIMIT greatest(0, ${maxDismissalsPerCourse} - (
       SELECT count(*) FROM dismissals o WHERE o.workspace_id = $1 AND o.course_id = $4
     ))
     ON CONFLICT (workspace_id, course_id, finding_id) DO NOTHING
     )`,
    ),
  )
const statements = { module: statementOf('module'), lesson: statementOf('lesson'), block: statementOf('block') }

type Move = { workspaceId: string; id: string; from: string; to: string }

/**
 * Moves dismissals when a module, lesson or block has moved to another course. The new course gets the dismissed
 * findings of the record and of everything below it.
 */
export const moveDismissalsToOtherCourse = (tx: SqlRunner, name: LevelName, { workspaceId, id, from, to }: Move) =>
  tx.rows(statements[name], [workspaceId, id, from, to])
