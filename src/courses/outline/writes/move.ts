import { z } from 'zod'
import { parseInput, positionSchema } from '../../../operations/validation.ts'
import type { TransactionalSqlRunner } from '../../../platform/db/sql.ts'
import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import { makeNotFoundError } from '../../../platform/errors.ts'
import { isUuid } from '../../../platform/uuid.ts'
import {
  type LevelDefinition,
  type LevelName,
  levelDefinitions,
  makeLevelSelectListSql,
  recordTypeTitles,
} from '../levels.ts'
import { readTreeNodesByIds } from '../reads/reads.ts'
import type { LevelRow } from '../rows.ts'
import { assertStoredCourseSize, throwConflictIfTooManyRecords } from '../rules/course-size.ts'
import { makeKeysConflictError } from '../rules/key-conflict.ts'
import { makeVersionMismatchError } from '../rules/version-mismatch.ts'
import type { WritingCaller } from '../writing-caller.ts'
import { moveDismissalsToOtherCourse } from './dismissal-moves.ts'
import { increaseTreeVersion } from './locks.ts'

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
  return defineSqlStatement<LevelRow<L>>(
    `${table}_move`,
    `UPDATE ${table} t SET course_id = place.course_id, ${parent}"order" = place.position, version = t.version + 1, updated_at = now(), updated_by = $5
     FROM place_${name}($1, $3, $4, $2) place WHERE t.workspace_id = $1 AND t.id = $2
     RETURNING ${makeLevelSelectListSql(levelDefinitions[name], 't')}`,
  )
}

type Moves = { [L in LevelName]: ReturnType<typeof moveOf<L>> }
const moves: Moves = { module: moveOf('module'), lesson: moveOf('lesson'), block: moveOf('block') }
const locks = {
  module: lockOf(levelDefinitions.module),
  lesson: lockOf(levelDefinitions.lesson),
  block: lockOf(levelDefinitions.block),
}

// If a module or lesson moves to another course, the lessons and blocks below it get the new `course_id`.
const updatesBelow = {
  module: [
    defineSqlStatement<never>(
      'lessons_follow_module',
      'UPDATE lessons l SET course_id = $3 WHERE l.workspace_id = $1 AND l.module_id = $2',
    ),
    defineSqlStatement<never>(
      'blocks_follow_module',
      `UPDATE blocks b SET course_id = $3 FROM lessons l
       WHERE l.workspace_id = $1 AND l.module_id = $2 AND b.workspace_id = $1 AND b.lesson_id = l.id`,
    ),
  ],
  lesson: [
    defineSqlStatement<never>(
      'blocks_follow_lesson',
      'UPDATE blocks b SET course_id = $3 WHERE b.workspace_id = $1 AND b.lesson_id = $2',
    ),
  ],
  block: [],
}

const duplicateKeys = defineSqlStatement<{ key: string }>(
  'keys_twice',
  `SELECT key FROM (
     SELECT m.key FROM modules m WHERE m.workspace_id = $1 AND m.course_id = $2 UNION ALL
     SELECT l.key FROM lessons l WHERE l.workspace_id = $1 AND l.course_id = $2 UNION ALL
     SELECT b.key FROM blocks b WHERE b.workspace_id = $1 AND b.course_id = $2
   ) records WHERE key IS NOT NULL GROUP BY key HAVING count(*) > 1 LIMIT 10`,
)

async function mustKeepKeysUnique(tx: SqlRunner, workspaceId: string, courseId: string): Promise<void> {
  const duplicates = await tx.rows(duplicateKeys, [workspaceId, courseId])
  if (duplicates.length === 0) return
  throw makeKeysConflictError(duplicates.map(({ key }) => key))
}

const moveRules = z.object({ order: positionSchema.nullish() })

/**
 * Moves a module, lesson or block, with everything below it, to another parent in the same or another course. Without
 * `order`, the moved record becomes the last child.
 * @throws ApiError `invalid_request`, `not_found`, `precondition_failed`, or `conflict` if the new course has one of
 * the keys, or if the new parent or the new course would have too many records
 */
export async function moveTreeNode<L extends LevelName>(
  sql: TransactionalSqlRunner,
  name: L,
  { workspaceId, callerId }: WritingCaller,
  id: string,
  parentId: string,
  { version, ...place }: { order?: number | null; version?: number | null },
): Promise<LevelRow<L>> {
  const { order } = parseInput(moveRules, place)
  const level: LevelDefinition = levelDefinitions[name]
  if (!isUuid(id)) throw makeNotFoundError(recordTypeTitles[name])
  if (!isUuid(parentId)) throw makeNotFoundError(recordTypeTitles[level.parent])
  return sql.transaction(async (tx) => {
    await tx.rows(locks[name], [workspaceId, id, parentId])
    const [before] = await readTreeNodesByIds(tx, name, workspaceId, [id])
    if (!before) throw makeNotFoundError(recordTypeTitles[name])
    if (version != null && version !== before.version)
      throw makeVersionMismatchError(recordTypeTitles[name], before.version)
    const parameters = [workspaceId, id, parentId, order ?? null, callerId]
    const [after] = await throwConflictIfTooManyRecords(tx.rows(moves[name], parameters))
    if (!after) throw makeNotFoundError(recordTypeTitles[level.parent])
    if (after.courseId === before.courseId) return after
    for (const statement of updatesBelow[name]) await tx.rows(statement, [workspaceId, id, after.courseId])
    await moveDismissalsToOtherCourse(tx, name, { workspaceId, id, from: before.courseId, to: after.courseId })
    await mustKeepKeysUnique(tx, workspaceId, after.courseId)
    await assertStoredCourseSize(tx, workspaceId, after.courseId)
    await increaseTreeVersion(tx, workspaceId, before.courseId)
    return after
  })
}
