import { z } from 'zod'
import { nameSchema, parseInput } from '../../operations/validation.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeInvalidRequestError, makeNotFoundError } from '../../platform/errors.ts'
import { lockCourse } from './writes/course-writes.ts'

/** The Zod schema of the course name that a request contains to confirm a delete. */
export const courseDeleteConfirmationSchema = nameSchema
const confirmation = z.object({ confirm: courseDeleteConfirmationSchema.nullish() })

/**
 * Locks a course before a delete. `sent` must be the course name, but can be missing if the course is not published.
 * @throws ApiError `not_found` or `invalid_request`
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
  // A published course needs the confirmation, so that an agent does not delete the course by mistake.
  if (confirm == null && course.status !== 'published') return
  if (confirm?.trim() === course.name.trim()) return
  const message = 'must be the name of the course, because the course is published'
  throw makeInvalidRequestError([
    { path: 'confirm', message: confirm == null ? message : 'must be the name of the course' },
  ])
}
