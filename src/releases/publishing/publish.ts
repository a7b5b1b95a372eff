import type { CourseRow } from '../../courses/outline/rows.ts'
import { assertNotArchived } from '../../courses/outline/rules/archived.ts'
import { assertCourseSize } from '../../courses/outline/rules/course-size.ts'
import { lockCourse } from '../../courses/outline/writes/course-writes.ts'
import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { ApiError, makeNotFoundError } from '../../platform/errors.ts'
import { makeUuidV7 } from '../../platform/uuid.ts'
import { assertPartialReleaseSize, type DraftAsRelease, readDraftAsRelease } from '../content/draft-as-release.ts'
import { insertReleaseLessons } from '../content/nodes.ts'
import { countOutlineRecords, parseOutline, stringifyAndHashOutline } from '../content/outline.ts'
import {
  makeLiveReleaseStatement,
  type ReleaseRow,
  type ReleaseWithOutline,
  releaseColumnsSql,
} from '../content/row.ts'
import { readDatabaseTime } from '../schedule/clock.ts'
import { storeLiveReleaseState } from '../schedule/live-state.ts'
import { assertScheduledReleaseLimit } from '../schedule/schedule-limit.ts'
import { applyDraftLessons } from './apply-draft-lessons.ts'
import { assertNoDuplicatesInPartialRelease } from './partial-release-duplicates.ts'

const insert = defineSqlStatement<ReleaseRow>(
  'release_insert',
  `INSERT INTO releases AS r (workspace_id, course_id, id, number, message, tree_version, is_partial, hash, outline, caller,
     published, live_from, live_until)
   SELECT $1, $2, $3, coalesce((SELECT max(n.number) FROM releases n WHERE n.workspace_id = $1 AND n.course_id = $2), 0) + 1,
     $4, $5::int, $6::boolean, $7, $8::json, $9, $10::boolean,
     CASE WHEN $10 THEN greatest($11::timestamptz, date_trunc('milliseconds', statement_timestamp())) END, $12::timestamptz
   RETURNING ${releaseColumnsSql}`,
)

/** The content to publish, and when it goes live. Without `liveFrom`, the release goes live at once. */
type PublishInput = {
  message?: string | null
  /** Publishes only these lessons. Everything else in the release is copied from the live release. */
  lessonIds?: readonly string[] | null
  liveFrom?: Date | null
  liveUntil?: Date | null
}

/**
 * A release that is not stored yet. `live` is the release that is live now. `draftHash` is the hash of the whole draft,
 * even if only some lessons are published.
 */
export type UnstoredRelease = DraftAsRelease & { live: ReleaseWithOutline | undefined; draftHash: string }

/**
 * Returns the release that a request would publish, without storing it. The transaction must have locked the course.
 * @throws ApiError `invalid_request` for an unknown lesson
 * @throws ApiError `conflict` if the course is archived or too large
 * @throws ApiError `conflict` for a request with `lessonIds`, if the course has no live release, or if other lessons
 * must be published too
 */
export async function planRelease(
  tx: SqlRunner,
  workspaceId: string,
  course: CourseRow,
  { lessonIds }: Pick<PublishInput, 'lessonIds'>,
): Promise<UnstoredRelease> {
  assertNotArchived(course)
  const [live] = await tx.rows(...makeLiveReleaseStatement(workspaceId, course.id))
  const draft = await readDraftAsRelease(tx, workspaceId, course)
  if (!lessonIds) return { ...draft, live, draftHash: draft.hash }
  if (!live)
    throw new ApiError('conflict', 'The course has no live release. Publish the whole course first.', {
      details: { reason: 'not_published' },
    })
  const outline = applyDraftLessons(parseOutline(live.outline), draft.outline, lessonIds)
  assertCourseSize(countOutlineRecords(outline))
  await assertNoDuplicatesInPartialRelease(tx, workspaceId, outline, draft, lessonIds)
  const partial = { outline, ...stringifyAndHashOutline(outline), bodies: draft.bodies }
  await assertPartialReleaseSize(tx, workspaceId, partial)
  return { ...partial, live, draftHash: draft.hash }
}

type ContentToInsert = Pick<DraftAsRelease, 'text' | 'hash' | 'bodies' | 'outline'>
type Insertion = {
  message?: string | null
  caller: string
  isPartial: boolean
  published: boolean
  liveFrom?: Date | null
  liveUntil?: Date | null
}

/**
 * Stores a release of a course, and the JSON texts of its lessons that the database does not contain yet. The
 * transaction must have locked the course.
 */
export async function insertRelease(
  tx: SqlRunner,
  workspaceId: string,
  course: CourseRow,
  { text, hash, bodies, outline }: ContentToInsert,
  { message, caller, isPartial, published, liveFrom, liveUntil }: Insertion,
): Promise<ReleaseRow> {
  const needed = new Set(outline.modules.flatMap(({ lessons }) => lessons.map((lesson) => lesson.hash)))
  const bodiesOfRelease = new Map([...bodies].filter(([hash]) => needed.has(hash)))
  await insertReleaseLessons(tx, workspaceId, course.id, bodiesOfRelease)
  const [release] = await tx.rows(insert, [
    workspaceId,
    course.id,
    makeUuidV7(),
    message ?? null,
    course.treeVersion,
    isPartial,
    hash,
    text,
    caller,
    published,
    liveFrom?.toISOString() ?? '-infinity',
    liveUntil?.toISOString() ?? null,
  ])
  return release!
}

type PublishResult = { release: ReleaseRow; isNew: boolean }

type StoreOptions = { caller: string; increasesVersion: boolean }

/**
 * Makes sure that a planned release can be stored with its schedule. Returns `isAlreadyLive: true` if no release has to
 * be stored, because the same content is already live without an end, and the request has neither a later start nor an
 * end.
 * @throws ApiError `conflict` if too many releases are live or scheduled
 */
export async function assertReleaseSchedulable(
  tx: SqlRunner,
  workspaceId: string,
  course: CourseRow,
  { live, hash }: UnstoredRelease,
  { liveFrom, liveUntil }: Pick<PublishInput, 'liveFrom' | 'liveUntil'>,
): Promise<{ isAlreadyLive: boolean }> {
  const startsNow = !liveFrom || liveFrom.toISOString() <= (await readDatabaseTime(tx))
  const replacesOthers = startsNow && !liveUntil
  const isAlreadyLive = replacesOthers && live?.hash === hash && live.liveUntil === null
  if (!isAlreadyLive) await assertScheduledReleaseLimit(tx, workspaceId, course.id, { replacesOthers })
  return { isAlreadyLive }
}

/**
 * Stores a planned release. The transaction must have locked the course. If the same content is already live without an
 * end, and the request has neither a later start nor an end, the function stores no release and returns the live
 * release.
 * @throws ApiError `conflict` if too many releases are live or scheduled
 */
export async function storeRelease(
  tx: SqlRunner,
  workspaceId: string,
  course: CourseRow,
  plan: UnstoredRelease,
  { message, lessonIds, liveFrom, liveUntil }: PublishInput,
  { caller, increasesVersion }: StoreOptions,
): Promise<PublishResult> {
  const { live, draftHash } = plan
  const { isAlreadyLive } = await assertReleaseSchedulable(tx, workspaceId, course, plan, { liveFrom, liveUntil })
  if (live && isAlreadyLive) {
    if (draftHash === live.hash && course.hasUnpublishedChanges)
      await storeLiveReleaseState(tx, workspaceId, course, { increasesVersion, draftHash })
    // The result of a request with an Idempotency-Key is stored, so it must not contain the outline, which can have megabytes.
    const { outline: _outline, ...release } = live
    return { release, isNew: false }
  }
  const insertion = { message, caller, isPartial: !!lessonIds, published: true, liveFrom, liveUntil }
  const release = await insertRelease(tx, workspaceId, course, plan, insertion)
  await storeLiveReleaseState(tx, workspaceId, course, { increasesVersion, draftHash })
  return { release, isNew: true }
}

/**
 * Locks a course and publishes it, or only some of its lessons, without running the checks.
 * @throws ApiError `not_found` if the course does not exist, or an error of `planRelease` or `storeRelease`
 */
export async function publishCourse(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  request: PublishInput,
  { caller, increasesVersion = true }: Partial<StoreOptions> & { caller: string },
): Promise<PublishResult> {
  const course = await lockCourse(tx, workspaceId, courseId)
  if (!course) throw makeNotFoundError('Course')
  const plan = await planRelease(tx, workspaceId, course, request)
  return storeRelease(tx, workspaceId, course, plan, request, { caller, increasesVersion })
}
