import { ApiError } from '../../../platform/errors.ts'

/**
 * Checks that a course is not archived. The transaction must have locked the course (`lockCourse`). Most writes do not
 * need this check: they increase the tree version, and this UPDATE fails for an archived course
 * (`prisma/sql/archived_course.sql`). The check is for dry runs, and for writes that do not increase the tree version.
 * @throws ApiError `conflict` if the course is archived
 */
export function assertNotArchived({ id, status }: { id: string; status: string }): void {
  if (status !== 'archived') return
  throw new ApiError('conflict', 'The course is archived. Unarchive it first.', {
    details: { reason: 'course_archived', courseId: id },
  })
}
