import type { SqlRunner } from '../../../platform/db/statement.ts'
import { makeNotFoundError } from '../../../platform/errors.ts'
import { makeUuidV7 } from '../../../platform/uuid.ts'
import type { Writer } from '../../changes/writer.ts'
import { assertNotArchived } from '../../outline/rules/archived.ts'
import { makeVersionMismatchError } from '../../outline/rules/version-mismatch.ts'
import type { DeleteResult } from '../../outline/writes/delete.ts'
import { moveToTrash } from '../../outline/writes/trash.ts'
import type { ExpectedVersion } from '../../outline/writes/writes.ts'
import { lockCourse } from './course-writes.ts'

/**
 * Moves a course and everything below it to the trash.
 * @throws ApiError `not_found`, `conflict` for an archived course, or `precondition_failed` with
 * `details.currentVersion`
 */
export async function deleteCourse(
  tx: SqlRunner,
  writer: Writer,
  id: string,
  { version }: ExpectedVersion,
): Promise<DeleteResult> {
  const course = await lockCourse(tx, writer.workspaceId, id)
  if (!course) throw makeNotFoundError('Course')
  assertNotArchived(course)
  if (version != null && version !== course.version) throw makeVersionMismatchError('Course', course.version)
  const trashId = makeUuidV7()
  await moveToTrash(tx, 'course', writer, course.id, trashId)
  return { trashId }
}
