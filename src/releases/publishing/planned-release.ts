import { lockCourse } from '../../courses/course/writes/course-writes.ts'
import type { CourseRow } from '../../courses/outline/rows.ts'
import { makeVersionMismatchError } from '../../courses/outline/rules/version-mismatch.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { ApiError, makeNotFoundError } from '../../platform/errors.ts'
import { assertValidScheduleEnd } from '../schedule/update-release.ts'
import { type PublishOptions, planRelease, type UnstoredRelease } from './plan-release.ts'
import { assertSchedulableOrAlreadyLive } from './publish.ts'

/**
 * A publish request with its preconditions: `expectedVersion` is the expected tree version of the course, and `confirm`
 * is the expected hash of the content.
 */
export type PublishRequestWithPreconditions = PublishOptions & {
  courseId: string
  expectedVersion?: number | null | undefined
  confirm?: string | null | undefined
}

/** A locked course, and the release that a request would publish. */
export type CourseAndPlannedRelease = { course: CourseRow; plan: UnstoredRelease }

function assertContentConfirmed(confirm: string | null | undefined, { hash }: UnstoredRelease): void {
  if (confirm == null || confirm === hash) return
  throw new ApiError('precondition_failed', 'The course has changed since the dry run. Review it again.', {
    details: { reason: 'not_as_reviewed', confirm: hash },
  })
}

/**
 * Locks a course, and plans the release that a request publishes.
 * @throws ApiError `not_found`, `precondition_failed`, `invalid_request` or `conflict`
 */
export async function lockCourseAndPlanRelease(
  tx: SqlRunner,
  workspaceId: string,
  { courseId, expectedVersion, confirm, ...request }: PublishRequestWithPreconditions,
): Promise<CourseAndPlannedRelease> {
  const course = await lockCourse(tx, workspaceId, courseId)
  if (!course) throw makeNotFoundError('Course')
  if (expectedVersion != null && expectedVersion !== course.treeVersion)
    throw makeVersionMismatchError('Course tree', course.treeVersion)
  await assertValidScheduleEnd(tx, request)
  const plan = await planRelease(tx, workspaceId, course, request)
  assertContentConfirmed(confirm, plan)
  await assertSchedulableOrAlreadyLive(tx, workspaceId, course, plan, request)
  return { course, plan }
}
