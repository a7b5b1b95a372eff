import type { TransactionalSqlRunner } from '../../../platform/db/sql.ts'
import type { SqlRunner } from '../../../platform/db/statement.ts'
import { makeNotFoundError } from '../../../platform/errors.ts'
import { isUuid, makeUuidV7 } from '../../../platform/uuid.ts'
import type { Writer } from '../../changes/writer.ts'
import { type LevelDefinition, type LevelName, levelDefinitions, recordTypeTitles } from '../levels.ts'
import { makeVersionMismatchError } from '../rules/version-mismatch.ts'
import { lockCourseOfNode } from './locks.ts'
import { moveToTrash } from './trash.ts'
import { type ExpectedVersion, readTreeNodeVersion } from './writes.ts'

/** The result of a delete: the id of the trash entry that has the deleted records. */
export type DeleteResult = { trashId: string }

/** The result of the delete of a module, lesson or block, with the records that it has changed. */
export type NodeDeleteResult = DeleteResult & {
  courseId: string
  parent: { level: LevelDefinition['parent']; id: string }
}

/**
 * Moves a module, lesson or block with everything below it to the trash.
 * @throws ApiError `not_found`, or `precondition_failed` with `details.currentVersion`
 */
export async function deleteTreeNode(
  sql: TransactionalSqlRunner,
  name: LevelName,
  writer: Writer,
  id: string,
  expected: ExpectedVersion = {},
): Promise<NodeDeleteResult> {
  if (!isUuid(id)) throw makeNotFoundError(recordTypeTitles[name])
  const { workspaceId } = writer
  const trashId = makeUuidV7()
  const removeExpected = async (tx: SqlRunner) => {
    await lockCourseOfNode(tx, name, workspaceId, id)
    const version = await readTreeNodeVersion(tx, name, workspaceId, id)
    if (version !== undefined && version !== expected.version)
      throw makeVersionMismatchError(recordTypeTitles[name], version)
    return moveToTrash(tx, name, writer, id, trashId)
  }
  // The siblings of the deleted record keep their position numbers.
  const removed = await (expected.version == null
    ? moveToTrash(sql, name, writer, id, trashId)
    : sql.transaction(removeExpected))
  if (!removed) throw makeNotFoundError(recordTypeTitles[name])
  const { courseId, parentId } = removed
  return { trashId, courseId, parent: { level: levelDefinitions[name].parent, id: parentId } }
}
