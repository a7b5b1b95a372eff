import type { Writer } from '../../courses/changes/writer.ts'
import { lockCourse } from '../../courses/course/writes/course-writes.ts'
import type { CourseRow } from '../../courses/outline/rows.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeNotFoundError } from '../../platform/errors.ts'
import type { ReleaseRow } from '../content/row.ts'
import { readDatabaseTime } from '../schedule/clock.ts'
import { storeLiveReleaseState } from '../schedule/live-state.ts'
import { assertLiveAndScheduledReleaseLimit } from '../schedule/schedule-limit.ts'
import { insertRelease } from './insert-release.ts'
import { type PublishOptions, planRelease, type UnstoredRelease } from './plan-release.ts'

type PublishResult = { release: ReleaseRow; isNew: boolean }

type StoreOptions = { increasesVersion: boolean }

/**
 * Checks the limit of live and scheduled releases, unless the publish would change nothing (`isAlreadyLive`).
 * @throws ApiError `conflict`
 */
export async function assertSchedulableOrAlreadyLive(
  tx: SqlRunner,
  workspaceId: string,
  course: CourseRow,
  { live, hash }: UnstoredRelease,
  { liveFrom, liveUntil }: Pick<PublishOptions, 'liveFrom' | 'liveUntil'>,
): Promise<{ isAlreadyLive: boolean }> {
  const startsNow = !liveFrom || liveFrom.toISOString() <= (await readDatabaseTime(tx))
  const replacesOthers = startsNow && !liveUntil
  const isAlreadyLive = replacesOthers && live?.hash === hash && live.liveUntil === null
  if (!isAlreadyLive) await assertLiveAndScheduledReleaseLimit(tx, workspaceId, course.id, { replacesOthers })
  return { isAlreadyLive }
}

/**
 * Stores a planned release, or returns the live release if nothing would change. The transaction must have locked the
 * course.
 * @throws ApiError `conflict`
 */
export async function storeRelease(
  tx: SqlRunner,
  writer: Writer,
  course: CourseRow,
  plan: UnstoredRelease,
  { message, lessonIds, liveFrom, liveUntil }: PublishOptions,
  { increasesVersion }: StoreOptions,
): Promise<PublishResult> {
  const { workspaceId, callerId: caller } = writer
  const { live, draftHash } = plan
  const { isAlreadyLive } = await assertSchedulableOrAlreadyLive(tx, workspaceId, course, plan, { liveFrom, liveUntil })
  if (live && isAlreadyLive) {
    if (draftHash === live.hash && course.hasUnpublishedChanges)
      await storeLiveReleaseState(tx, writer, course, { increasesVersion, draftHash })
    // The result has no outline, because the service stores the result of a request with an Idempotency-Key.
    // An outline can have several megabytes.
    const { outline: _outline, ...release } = live
    return { release, isNew: false }
  }
  const insertion = { message, caller, isPartial: !!lessonIds, published: true, liveFrom, liveUntil }
  const release = await insertRelease(tx, workspaceId, course, plan, insertion)
  await storeLiveReleaseState(tx, writer, course, { increasesVersion, draftHash })
  return { release, isNew: true }
}

/**
 * Publishes a course, or some of its lessons, without running the checks.
 * @throws ApiError `not_found`, and the errors of `planRelease` and `storeRelease`
 */
export async function publishCourse(
  tx: SqlRunner,
  writer: Writer,
  courseId: string,
  request: PublishOptions,
): Promise<PublishResult> {
  const { workspaceId } = writer
  const course = await lockCourse(tx, workspaceId, courseId)
  if (!course) throw makeNotFoundError('Course')
  const plan = await planRelease(tx, workspaceId, course, request)
  return storeRelease(tx, writer, course, plan, request, { increasesVersion: true })
}
