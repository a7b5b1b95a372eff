import { readCoursesByIds } from '../../courses/outline/reads/course-reads.ts'
import { makeYieldToEventLoop } from '../../courses/tree/yield-often.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeNotFoundError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { readDraftAsRelease } from './draft-as-release.ts'
import { addMissingLessonFields, addMissingOutlineFields } from './missing-fields.ts'
import { readReleaseLessonTexts } from './nodes.ts'
import { type Outline, parseOutline, type ReleaseLesson } from './outline.ts'
import { type ReleaseWithOutline, readReleasesByNumber } from './row.ts'

/** The highest number that a release can have. */
const maxNumber = 2_147_483_647

/** Reads a release of a course. @throws ApiError `not_found` */
export async function readRelease(
  sql: SqlRunner,
  workspaceId: string,
  courseId: string,
  number: number,
): Promise<ReleaseWithOutline> {
  const isPossible = isUuid(courseId) && number >= 1 && number <= maxNumber
  const [release] = isPossible ? await readReleasesByNumber(sql, workspaceId, courseId, [number]) : []
  if (!release) throw makeNotFoundError('Release')
  return release
}

/**
 * The outline of a draft or a release, and a function that reads the content of lessons. Fields that a release lacks,
 * because they did not exist when it was published, are null or an empty list.
 */
export type CourseSnapshot = {
  outline: Outline
  /** Reads the lessons with the given hashes. Returns a map from hashes to lessons. */
  readLessons(hashes: readonly string[]): Promise<Map<string, ReleaseLesson>>
}

type Bodies = ReadonlyMap<string, string>

function snapshotOf(sql: SqlRunner, workspaceId: string, outline: Outline, unstored: Bodies): CourseSnapshot {
  return {
    outline: addMissingOutlineFields(outline),
    async readLessons(hashes) {
      const stored = await readReleaseLessonTexts(
        sql,
        workspaceId,
        hashes.filter((hash) => !unstored.has(hash)),
      )
      const yieldOften = makeYieldToEventLoop()
      const lessons = new Map<string, ReleaseLesson>()
      for (const hash of hashes) {
        await yieldOften()
        const text = unstored.get(hash) ?? addMissingLessonFields(stored.get(hash)!)
        lessons.set(hash, JSON.parse(text) as ReleaseLesson)
      }
      return lessons
    },
  }
}

/** Returns the snapshot of a stored release. */
export const makeStoredReleaseSnapshot = (sql: SqlRunner, workspaceId: string, { outline }: { outline: string }) =>
  snapshotOf(sql, workspaceId, parseOutline(outline), new Map())

/** Returns the snapshot of a release that is not stored yet. */
export const makeUnstoredReleaseSnapshot = (
  sql: SqlRunner,
  workspaceId: string,
  { outline, bodies }: { outline: Outline; bodies: Bodies },
) => snapshotOf(sql, workspaceId, outline, bodies)

/**
 * Returns a snapshot of the draft of a course, without storing the snapshot.
 * @throws ApiError `not_found`, or `conflict` if the course is too large
 */
async function readDraftSnapshot(sql: SqlRunner, workspaceId: string, courseId: string): Promise<CourseSnapshot> {
  const [course] = isUuid(courseId) ? await readCoursesByIds(sql, workspaceId, [courseId]) : []
  if (!course) throw makeNotFoundError('Course')
  const { outline, bodies } = await readDraftAsRelease(sql, workspaceId, course)
  return snapshotOf(sql, workspaceId, outline, bodies)
}

/**
 * Returns the snapshot of the draft if `selector` is `draft`, or else of the release with this number.
 * @throws ApiError `not_found`, or `conflict` for a draft that is too large
 */
export async function readDraftOrReleaseSnapshot(
  sql: SqlRunner,
  workspaceId: string,
  courseId: string,
  selector: string,
): Promise<CourseSnapshot> {
  if (selector === 'draft') return readDraftSnapshot(sql, workspaceId, courseId)
  return makeStoredReleaseSnapshot(sql, workspaceId, await readRelease(sql, workspaceId, courseId, Number(selector)))
}
