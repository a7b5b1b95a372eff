import { ApiError } from '../../../platform/errors.ts'

/**
 * Checks that a course is not archived. The transaction must have locked the course (`lockCourse`). The check is for
 * dry runs, and for writes that do not increase the tree version. Other writes do not need the check, because an UPDATE
 * of the tree version of an archived course fails (`prisma/sql/archived_course.sql`).
 * @throws ApiError `conflict` if the course is archived
 */
export function assertNotArchived({ id, status }: { id: string; status: string }): void {
  if (status !== 'archived') return
  throw new ApiError('conflict', 'The course is archived. Unarchive it first.', {
    details: { reason: 'course_archived', courseId: id },
  })
}
