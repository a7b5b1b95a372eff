import { ApiError } from '../../../platform/errors.ts'

/**
 * Checks that a course is not archived. The caller must have locked the row of the course. Only dry runs and writes
 * that do not increase the tree version need this check.
 * @throws ApiError `conflict`
 */
export function assertNotArchived({ id, status }: { id: string; status: string }): void {
  // PostgreSQL itself refuses to increase the tree version of an archived course (`prisma/sql/archived_course.sql`).
  if (status !== 'archived') return
  throw new ApiError('conflict', 'The course is archived. Unarchive it first.', {
    details: { reason: 'course_archived', courseId: id },
  })
}
