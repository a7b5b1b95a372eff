import { z } from 'zod'
import { readCoursesByIds } from '../../courses/outline/course-reads.ts'
import { foundOrThrow } from '../../courses/outline/record-types.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { parseArgument } from '../../operations/validation.ts'
import { makeNotFoundError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'

/** The maximum length of the name of a snapshot: the number of digits of the highest release number. */
export const maxSnapshotNameChars = 10

/**
 * Validates the argument with which a request chooses a snapshot of a course: `draft`, `live`, or the number of a
 * release.
 */
export const snapshotNameSchema = z
  .string()
  .max(maxSnapshotNameChars, 'must be draft, live or the number of a release')
  .regex(/^(draft|live|[1-9]\d{0,9})$/, 'must be draft, live or the number of a release')

/**
 * Returns the number of the live release, as the text that names its snapshot.
 * @throws ApiError `not_found` if the course has no live release
 */
async function nameOfLive({ db, workspaceId }: GraphQLContext, courseId: string): Promise<string> {
  const [course] = isUuid(courseId) ? await readCoursesByIds(db.sql, workspaceId(), [courseId]) : []
  const { liveReleaseNumber } = foundOrThrow('Course', course)
  if (liveReleaseNumber === null) throw makeNotFoundError('Live release')
  return String(liveReleaseNumber)
}

/**
 * An argument that names a snapshot. `argument` is the name of the argument, and `sent` is its value in the request.
 * `fallback` is the value to use if the request contains none.
 */
type SnapshotArgument = { argument: string; sent: string | null | undefined; fallback: 'draft' | 'live' }

/**
 * Validates the name of a snapshot that a request contains, and replaces `live` by the number of the live release.
 * @throws ApiError `invalid_request` that names the argument, or `not_found` if the value is `live` and the course has
 * no live release
 */
export async function resolveSnapshotName(
  context: GraphQLContext,
  courseId: string,
  { argument, sent, fallback }: SnapshotArgument,
): Promise<string> {
  const name = parseArgument(argument, snapshotNameSchema, sent ?? fallback)
  return name === 'live' ? nameOfLive(context, courseId) : name
}
