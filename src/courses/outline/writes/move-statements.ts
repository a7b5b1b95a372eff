import { defineSqlStatement } from '../../../platform/db/statement.ts'
import { type ChangedNode, makeRecordChangeSql } from '../../changes/record-change.ts'
import { type LevelDefinition, type LevelName, levelDefinitions, makeCompleteLevelSelectListSql } from '../levels.ts'
import type { TreeNodeRow } from '../rows.ts'

// Locks the old and the new course in the order of their ids, so that two opposite moves do not deadlock.
const lockOf = ({ table, parentTable }: LevelDefinition) =>
  defineSqlStatement<{ id: string }>(
    `${table}_move_lock`,
    `SELECT c.id FROM courses c WHERE c.workspace_id = $1 AND c.id IN (
       (SELECT t.course_id FROM ${table} t WHERE t.workspace_id = $1 AND t.id = $2),
       (SELECT p.${parentTable === 'courses' ? 'id' : 'course_id'} FROM ${parentTable} p WHERE p.workspace_id = $1 AND p.id = $3)
     ) ORDER BY c.id FOR NO KEY UPDATE`,
  )

function moveOf<L extends LevelName>(name: L) {
  const { table, parentColumn }: LevelDefinition = levelDefinitions[name]
  const parent = parentColumn === 'course_id' ? '' : `${parentColumn} = $3, `
  return defineSqlStatement<TreeNodeRow<L>>(
    `${table}_move`,
    `WITH place AS (SELECT * FROM place_${name}($1, $3, $4, $2)), moved AS (
       UPDATE ${table} t SET course_id = place.course_id, ${parent}"order" = place.position, version = t.version + 1, updated_at = now(), updated_by = $5
       FROM place WHERE t.workspace_id = $1 AND t.id = $2
       RETURNING ${makeCompleteLevelSelectListSql(levelDefinitions[name], 't')}
     ), recorded AS (${makeRecordChangeSql({
       firstParameter: 6,
       courseId: 'p.course_id',
       treeVersion: 'p.tree_version',
       from: 'moved m CROSS JOIN place p',
     })})
     SELECT m.* FROM moved m`,
  )
}

type Moves = { [L in LevelName]: ReturnType<typeof moveOf<L>> }
/** The SQL statements that move a module, lesson or block to another parent. */
export const moveStatements: Moves = { module: moveOf('module'), lesson: moveOf('lesson'), block: moveOf('block') }
/** The SQL statements that lock the course of a record and the course to which the record moves. */
export const moveLockStatements = {
  module: lockOf(levelDefinitions.module),
  lesson: lockOf(levelDefinitions.lesson),
  block: lockOf(levelDefinitions.block),
}

const followOf = (name: string, level: 'lesson' | 'block', update: string) => ({
  level,
  statement: defineSqlStatement<Pick<ChangedNode, 'id'>>(name, update),
})

/**
 * The SQL statements for a move to another course: the lessons and blocks below the moved module or lesson get the new
 * `course_id`. They return the ids of these records.
 */
export const moveDescendantsStatements = {
  module: [
    followOf(
      'lessons_follow_module',
      'lesson',
      'UPDATE lessons l SET course_id = $3 WHERE l.workspace_id = $1 AND l.module_id = $2 RETURNING l.id',
    ),
    followOf(
      'blocks_follow_module',
      'block',
      `UPDATE blocks b SET course_id = $3 FROM lessons l
       WHERE l.workspace_id = $1 AND l.module_id = $2 AND b.workspace_id = $1 AND b.lesson_id = l.id RETURNING b.id`,
    ),
  ],
  lesson: [
    followOf(
      'blocks_follow_lesson',
      'block',
      'UPDATE blocks b SET course_id = $3 WHERE b.workspace_id = $1 AND b.lesson_id = $2 RETURNING b.id',
    ),
  ],
  block: [],
}
