import { z } from 'zod'
import { parseInput, positionSchema } from '../../../operations/validation.ts'
import type { TransactionalSqlRunner } from '../../../platform/db/sql.ts'
import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import { makeNotFoundError } from '../../../platform/errors.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { addNodesToChange, type ChangedNode, makeChangeParameters } from '../../changes/record-change.ts'
import type { Writer } from '../../changes/writer.ts'
import { type LevelDefinition, type LevelName, levelDefinitions, recordTypeTitles } from '../levels.ts'
import { readTreeNodesByIds } from '../reads/reads.ts'
import { getParentId, type TreeNodeRow } from '../rows.ts'
import { assertStoredCourseRecordCount, awaitWriteOrThrowTooManyRecords } from '../rules/course-size.ts'
import { makeNodeKeysConflictError } from '../rules/key-conflict.ts'
import { makeVersionMismatchError } from '../rules/version-mismatch.ts'
import { moveDismissalsToOtherCourse } from './dismissal-moves.ts'
import { increaseTreeVersion } from './locks.ts'
import { moveDescendantsStatements, moveLockStatements, moveStatements } from './move-statements.ts'

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
  throw makeNodeKeysConflictError(duplicates.map(({ key }) => key))
}

const moveRules = z.object({ order: positionSchema.nullish() })

/**
 * Moves a module, lesson or block with everything below it to another parent in any course.
 * @throws ApiError `invalid_request`, `not_found`, `precondition_failed`, or `conflict` for a taken key or a full
 * parent or course
 */
export async function moveTreeNode<L extends LevelName>(
  sql: TransactionalSqlRunner,
  name: L,
  writer: Writer,
  id: string,
  parentId: string,
  /** Without `order`, the moved record becomes the last child. */
  { version, ...place }: { order?: number | null; version?: number | null },
): Promise<TreeNodeRow<L>> {
  const { workspaceId, callerId } = writer
  const { order } = parseInput(moveRules, place)
  const level: LevelDefinition = levelDefinitions[name]
  if (!isUuid(id)) throw makeNotFoundError(recordTypeTitles[name])
  if (!isUuid(parentId)) throw makeNotFoundError(recordTypeTitles[level.parent])
  return sql.transaction(async (tx) => {
    const locked = await tx.rows(moveLockStatements[name], [workspaceId, id, parentId])
    const [before] = await readTreeNodesByIds(tx, name, workspaceId, [id])
    if (!before) throw makeNotFoundError(recordTypeTitles[name])
    if (version != null && version !== before.version)
      throw makeVersionMismatchError(recordTypeTitles[name], before.version)
    const moved = { level: name, id: before.id, change: 'moved' as const }
    const fields = getParentId(name, before) === parentId.toLowerCase() ? ['order'] : [level.parentId, 'order']
    if (locked.length > 1) fields.push('courseId')
    const change = makeChangeParameters(writer, [{ ...moved, fields }])
    const parameters = [workspaceId, id, parentId, order ?? null, callerId, ...change]
    const [after] = await awaitWriteOrThrowTooManyRecords(tx.rows(moveStatements[name], parameters))
    if (!after) throw makeNotFoundError(recordTypeTitles[level.parent])
    if (after.courseId === before.courseId) return after
    const below: ChangedNode[] = []
    for (const { level, statement } of moveDescendantsStatements[name])
      for (const { id: nodeId } of await tx.rows(statement, [workspaceId, id, after.courseId]))
        below.push({ level, id: nodeId, change: 'moved', fields: ['courseId'] })
    await addNodesToChange(tx, writer, after.courseId, below)
    await moveDismissalsToOtherCourse(tx, name, { workspaceId, id, from: before.courseId, to: after.courseId })
    await mustKeepKeysUnique(tx, workspaceId, after.courseId)
    await assertStoredCourseRecordCount(tx, workspaceId, after.courseId)
    await increaseTreeVersion(tx, writer, before.courseId, [{ ...moved, fields: ['courseId'] }])
    return after
  })
}
