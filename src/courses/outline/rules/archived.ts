import { ApiError } from '../../../platform/errors.ts'

/**
 * Checks that a course is not archived. The transaction must have locked the course (`lockCourse`). This check is for dry runs, and for writes that do not increase the tree
 * version. A database trigger (`prisma/sql/archived_course.sql`) refuses all other writes to an archived course.
 * @throws ApiError `conflict` if the course is archived
 */
export function assertNotArchived({ id, status }: { id: string; status: string }): void {
  if (status !== 'archived') return
  throw new ApiError('conflict', 'The course is archived. Unarchive it first.', {
    details: { reason: 'course_archived', courseId: id },
  })
}
