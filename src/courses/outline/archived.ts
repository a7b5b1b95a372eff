import { ApiError } from '../../platform/errors.ts'

/**
 * Checks that a locked course is not archived. `prisma/sql/archived_course.sql` refuses every write that increases the tree
 * version; this check is for all other writes, and for dry runs.
 * @throws ApiError `conflict`
 */
export function assertNotArchived({ id, status }: { id: string; status: string }): void {
  if (status !== 'archived') return
  throw new ApiError('conflict', 'The course is archived. Unarchive it first.', {
    details: { reason: 'course_archived', courseId: id },
  })
}
