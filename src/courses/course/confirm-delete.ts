import { z } from 'zod'
import { parseInput, recordNameSchema } from '../../operations/validation.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeInvalidRequestError, makeNotFoundError } from '../../platform/errors.ts'
import { lockCourse } from '../outline/writes/course-writes.ts'

/** The Zod schema of the course name that a request contains to confirm a delete. */
export const courseDeleteConfirmationSchema = recordNameSchema
const confirmation = z.object({ confirm: courseDeleteConfirmationSchema.nullish() })

/**
 * Locks a course that the caller deletes, and checks the confirmation: the name of the course. A published course needs
 * a confirmation, so that an agent does not delete it by mistake.
 * @param sent the argument `confirm` of the request
 * @throws ApiError `not_found` if the workspace has no such course
 * @throws ApiError `invalid_request` if `sent` is not the name of the course, or if the course is published and `sent`
 * is missing
 */
export async function lockCourseAndCheckDeleteConfirmation(
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
