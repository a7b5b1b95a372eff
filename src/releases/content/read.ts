import { readCoursesByIds } from '../../courses/outline/reads/course-reads.ts'
import { makeYieldToEventLoop } from '../../courses/tree/yield-often.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeNotFoundError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { readDraftAsRelease } from './draft-as-release.ts'
import { addMissingLessonFields, addMissingOutlineFields } from './missing-fields.ts'
import { readLessonSizesByHash, readLessonTextsByHash } from './nodes.ts'
import { type Outline, parseOutline, type ReleaseLesson } from './outline.ts'
import { type ReleaseWithOutline, readReleasesWithOutlinesByNumber } from './row.ts'

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
  const [release] = isPossible ? await readReleasesWithOutlinesByNumber(sql, workspaceId, courseId, [number]) : []
  if (!release) throw makeNotFoundError('Release')
  return release
}

/**
 * The outline of a draft or a release, and functions that read its lessons. If a field is newer than the release, its
 * value is null or an empty list.
 */
export type CourseSnapshot = {
  outline: Outline
  /** Reads the lessons with the given hashes. Returns a map from hashes to lessons. */
  readLessons(hashes: readonly string[]): Promise<Map<string, ReleaseLesson>>
  /** Reads lessons in the given order, in batches of at most `maxBatchBytes`. A larger lesson is a batch of its own. */
  readLessonsInBatches(hashes: readonly string[]): AsyncIterable<Map<string, ReleaseLesson>>
}

/** The maximum size of the JSON texts of the lessons in a batch, in bytes. */
const maxBatchBytes = 1_000_000

type Bodies = ReadonlyMap<string, string>

/** Divides lessons into batches and keeps their order. `sizes` maps hashes to the sizes of the lessons in bytes. */
function* divideIntoBatches(hashes: readonly string[], sizes: ReadonlyMap<string, number>): Iterable<string[]> {
  let batch: string[] = []
  let bytes = 0
  for (const hash of hashes) {
    const size = sizes.get(hash) ?? 0
    if (batch.length > 0 && bytes + size > maxBatchBytes) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(hash)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

function snapshotOf(sql: SqlRunner, workspaceId: string, outline: Outline, unstored: Bodies): CourseSnapshot {
  const listStored = (hashes: readonly string[]) => hashes.filter((hash) => !unstored.has(hash))

  async function readLessons(hashes: readonly string[]): Promise<Map<string, ReleaseLesson>> {
    const stored = await readLessonTextsByHash(sql, workspaceId, listStored(hashes))
    const yieldOften = makeYieldToEventLoop()
    const lessons = new Map<string, ReleaseLesson>()
    for (const hash of hashes) {
      await yieldOften()
      const text = unstored.get(hash) ?? stored.get(hash)
      // A job can delete an old release while a request reads it.
      if (text === undefined) throw makeNotFoundError('Release')
      lessons.set(hash, JSON.parse(unstored.has(hash) ? text : addMissingLessonFields(text)) as ReleaseLesson)
    }
    return lessons
  }

  return {
    outline: addMissingOutlineFields(outline),
    readLessons,
    async *readLessonsInBatches(hashes) {
      const sizes = await readLessonSizesByHash(sql, workspaceId, listStored(hashes))
      for (const [hash, text] of unstored) sizes.set(hash, Buffer.byteLength(text))
      for (const batch of divideIntoBatches(hashes, sizes)) yield await readLessons(batch)
    },
  }
}

/** Returns the snapshot of a stored release. */
export const makeStoredReleaseSnapshot = (sql: SqlRunner, workspaceId: string, { outline }: { outline: string }) =>
  snapshotOf(sql, workspaceId, parseOutline(outline), new Map())

/** Returns a snapshot of content that the database does not store as a release yet: a draft or a planned release. */
export const makeUnstoredReleaseSnapshot = (
  sql: SqlRunner,
  workspaceId: string,
  { outline, bodies }: { outline: Outline; bodies: Bodies },
) => snapshotOf(sql, workspaceId, outline, bodies)

/**
 * Returns a snapshot of the draft of a course.
 * @throws ApiError `not_found`, or `conflict` if the course is too large
 */
async function readDraftSnapshot(sql: SqlRunner, workspaceId: string, courseId: string): Promise<CourseSnapshot> {
  const [course] = isUuid(courseId) ? await readCoursesByIds(sql, workspaceId, [courseId]) : []
  if (!course) throw makeNotFoundError('Course')
  const { outline, bodies } = await readDraftAsRelease(sql, workspaceId, course)
  return snapshotOf(sql, workspaceId, outline, bodies)
}

/**
 * Returns a snapshot of a course.
 * @param selector `draft` or the number of a release
 * @throws ApiError `not_found`, or `conflict` if the draft is too large
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
