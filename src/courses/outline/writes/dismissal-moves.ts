import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
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

const ofRecord = (name: LevelName) => `d.workspace_id = $1 AND d.course_id = $3 AND d.node_id IN (${recordsOf[name]})`

/** Makes the SQL statement that moves dismissals to another course, as many as this course has room for. */
const defineMove = (name: LevelName) =>
  defineSqlStatement<never>(
    `dismissals_follow_${name}`,
    `UPDATE dismissals m SET course_id = $4 WHERE m.workspace_id = $1 AND m.course_id = $3 AND m.finding_id = ANY(ARRAY(
       SELECT d.finding_id FROM dismissals d WHERE ${ofRecord(name)} AND NOT EXISTS (
         SELECT 1 FROM dismissals o WHERE o.workspace_id = $1 AND o.course_id = $4 AND o.finding_id = d.finding_id
       ) LIMIT greatest(0, ${maxDismissalsPerCourse} - (
         SELECT count(*) FROM dismissals o WHERE o.workspace_id = $1 AND o.course_id = $4
       ))
     ))`,
  )
/** Makes the SQL statement that deletes dismissals which the other course had no room for. */
const defineRemoval = (name: LevelName) =>
  defineSqlStatement<never>(`dismissals_left_${name}`, `DELETE FROM dismissals d WHERE ${ofRecord(name)}`)
const defineBoth = (name: LevelName) => [defineMove(name), defineRemoval(name)] as const
const statements = { module: defineBoth('module'), lesson: defineBoth('lesson'), block: defineBoth('block') }

type Move = { workspaceId: string; id: string; from: string; to: string }

/**
 * Moves dismissals when a module, lesson or block has moved to another course. The new course gets the dismissed
 * findings of the record and of everything below it.
 */
export async function moveDismissalsToOtherCourse(
  tx: SqlRunner,
  name: LevelName,
  { workspaceId, id, from, to }: Move,
): Promise<void> {
  const [move, removal] = statements[name]
  await tx.rows(move, [workspaceId, id, from, to])
  await tx.rows(removal, [workspaceId, id, from])
}
