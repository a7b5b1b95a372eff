import type { Writer } from '../../courses/changes/writer.ts'
import { lockCourse } from '../../courses/course/writes/course-writes.ts'
import { assertNotArchived } from '../../courses/outline/rules/archived.ts'
import { makeVersionMismatchError } from '../../courses/outline/rules/version-mismatch.ts'
import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { ApiError, makeInvalidRequestError, makeNotFoundError } from '../../platform/errors.ts'
import { readRelease } from '../content/read.ts'
import { type ReleaseRow, readReleasesByCourseAndNumber, releaseColumnsSql } from '../content/row.ts'
import { readDatabaseTime } from './clock.ts'
import { storeLiveReleaseState } from './live-state.ts'
import { endReplacedReleases } from './replaced-releases.ts'
import { assertLiveAndScheduledReleaseLimit } from './schedule-limit.ts'

/** The maximum number of pinned releases of a course. */
const maxPinnedReleases = 50

const pinnedCount = defineSqlStatement<{ count: number }>(
  'releases_pinned_count',
  `SELECT count(*)::int AS count FROM releases r
   WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.pinned AND r.number <> $3`,
)

const change = defineSqlStatement<ReleaseRow>(
  'release_change',
  `UPDATE releases r SET pinned = $4::boolean, live_from = $5::timestamptz, live_until = $6::timestamptz, version = r.version + 1,
     first_live_from = coalesce(r.first_live_from,
       CASE WHEN r.live_from <= $7::timestamptz AND r.live_from IS DISTINCT FROM $5::timestamptz THEN r.live_from END)
   WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.number = $3 RETURNING ${releaseColumnsSql}`,
)

/**
 * If a schedule has an end, makes sure that the end is after the start and in the future. The clock of the database
 * decides.
 * @throws ApiError `invalid_request`
 */
export async function assertValidScheduleEnd(
  tx: SqlRunner,
  { liveFrom, liveUntil }: Pick<ReleaseChange, 'liveFrom' | 'liveUntil'>,
): Promise<void> {
  if (!liveUntil) return
  const end = liveUntil.toISOString()
  if (end <= (await readDatabaseTime(tx)) || (liveFrom && end <= liveFrom.toISOString()))
    throw makeInvalidRequestError([{ path: 'liveUntil', message: 'must be in the future and after liveFrom' }])
}

const isSameTime = (sent: Date | null | undefined, stored: string | null) =>
  sent === undefined || (sent?.toISOString() ?? null) === stored

/** The new values for fields of a release. An undefined field stays unchanged. Null removes a start or an end. */
type ReleaseChange = { pinned?: boolean | null; liveFrom?: Date | null; liveUntil?: Date | null }
type Request = ReleaseChange & { expectedVersion?: number | null }

async function assertPinLimit(tx: SqlRunner, workspaceId: string, courseId: string, number: number): Promise<void> {
  const [pinned] = await tx.rows(pinnedCount, [workspaceId, courseId, number])
  if (pinned!.count < maxPinnedReleases) return
  throw new ApiError('conflict', `The course has ${maxPinnedReleases} pinned releases. Unpin some first.`, {
    details: { reason: 'too_many_pinned_releases', max: maxPinnedReleases },
  })
}

const timeOf = (sent: Date | null | undefined, stored: string | null) =>
  sent === undefined ? stored : (sent?.toISOString() ?? null)

/**
 * Changes the schedule of a release, or pins the release.
 * @throws ApiError `not_found`, `precondition_failed`, `invalid_request` or `conflict`
 */
export async function updateRelease(
  tx: SqlRunner,
  writer: Writer,
  courseId: string,
  number: number,
  { pinned, expectedVersion, ...schedule }: Request,
): Promise<ReleaseRow> {
  const { workspaceId } = writer
  const course = await lockCourse(tx, workspaceId, courseId)
  if (!course) throw makeNotFoundError('Release')
  assertNotArchived(course)
  await endReplacedReleases(tx, workspaceId, course.id)
  const { outline: _outline, ...release } = await readRelease(tx, workspaceId, course.id, number)
  if (expectedVersion != null && expectedVersion !== release.version)
    throw makeVersionMismatchError('Release', release.version)
  const changesSchedule =
    !isSameTime(schedule.liveFrom, release.liveFrom) || !isSameTime(schedule.liveUntil, release.liveUntil)
  if (changesSchedule && !release.published)
    throw new ApiError(
      'conflict',
      'This release only stores an earlier draft. Restore the release and then publish the draft.',
      {
        details: { reason: 'not_published' },
      },
    )
  const now = await readDatabaseTime(tx)
  const sentFrom = timeOf(schedule.liveFrom, release.liveFrom)
  // A start in the past becomes the current time, so that an earlier release can go live again.
  // The stored start is no change, so that a client can send back a release as it has read it.
  const startsNow = sentFrom !== null && sentFrom !== release.liveFrom && sentFrom < now
  const liveFrom = startsNow ? now : sentFrom
  // A release without a start cannot have an end. So if a request removes the start, the stored end is removed too.
  const keptUntil = liveFrom === null ? null : release.liveUntil
  const liveUntil = timeOf(schedule.liveUntil, keptUntil)
  if (liveUntil !== null && (liveFrom === null || liveUntil <= liveFrom))
    throw makeInvalidRequestError([{ path: 'liveUntil', message: 'must be after liveFrom' }])
  const isOpen = liveFrom !== null && (liveUntil === null || liveUntil > now)
  const wasOpen = release.liveFrom !== null && (release.liveUntil === null || release.liveUntil > now)
  const replacesOthers = isOpen && liveFrom <= now && liveUntil === null
  if (changesSchedule && isOpen && !wasOpen)
    await assertLiveAndScheduledReleaseLimit(tx, workspaceId, course.id, { replacesOthers })
  if (pinned) await assertPinLimit(tx, workspaceId, course.id, number)
  const isSame =
    (pinned ?? release.pinned) === release.pinned && liveFrom === release.liveFrom && liveUntil === release.liveUntil
  if (isSame) return release
  const values = [pinned ?? release.pinned, liveFrom, liveUntil]
  const [changed] = await tx.rows(change, [workspaceId, course.id, number, ...values, now])
  if (!changesSchedule) return changed!
  await storeLiveReleaseState(tx, writer, course, { increasesVersion: true })
  // `storeLiveReleaseState` may have ended the release, so the function reads the release again.
  const [stored] = await readReleasesByCourseAndNumber(tx, workspaceId, [{ courseId: course.id, number }])
  return stored!
}
