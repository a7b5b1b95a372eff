import { z } from 'zod'
import { makeTextSchema, parseInput } from '../../operations/validation.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeInvalidRequestError, makeNotFoundError } from '../../platform/errors.ts'
import { lockCourse } from '../outline/course-writes.ts'

/** The Zod schema of a course name that confirms a delete. */
export const courseNameSchema = makeTextSchema(200)
const confirmation = z.object({ confirm: courseNameSchema.nullish() })

/**
 * Locks a course before a delete and checks the name that the caller sent to confirm the delete. A published course
 * requires its name, so that an agent does not delete by mistake what learners see.
 * @param sent the argument `confirm`
 * @throws ApiError `not_found`, or `invalid_request` for a wrong name and for the missing name of a published course
 */
export async function assertDeleteConfirmed(
  tx: SqlRunner,
  workspaceId: string,
  id: string,
  sent: string | null | undefined,
): Promise<void> {
  const { confirm } = parseInput(confirmation, { confirm: sent })
  const course = await lockCourse(tx, workspaceId, id)
  if (!course) throw makeNotFoundError('Course')
  if (confirm == null && course.status !== 'published') return
  if (confirm?.trim() === course.name.trim()) return
  const message = 'must be the name of the course, because the course is published'
  throw makeInvalidRequestError([
    { path: 'confirm', message: confirm == null ? message : 'must be the name of the course' },
  ])
}
