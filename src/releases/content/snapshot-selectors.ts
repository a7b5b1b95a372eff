import { z } from 'zod'
import { readCoursesByIds } from '../../courses/outline/reads/course-reads.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { parseArgument } from '../../operations/validation.ts'
import { makeNotFoundError, requireRecord } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'

/** The maximum length of a snapshot selector: the number of digits of the highest release number. */
export const maxSnapshotReferenceChars = 10

/**
 * The schema of a snapshot selector, which chooses a version of a course: `draft`, `live` or the number of a release.
 */
export const snapshotReferenceSchema = z
  .string()
  .max(maxSnapshotReferenceChars, 'must be draft, live or the number of a release')
  .regex(/^(draft|live|[1-9]\d{0,9})$/, 'must be draft, live or the number of a release')

/**
 * Returns the number of the live release as a snapshot selector.
 * @throws ApiError `not_found` if the course does not exist or has no live release
 */
async function selectorOfLive({ db, workspaceId }: GraphQLContext, courseId: string): Promise<string> {
  const [course] = isUuid(courseId) ? await readCoursesByIds(db.sql, workspaceId(), [courseId]) : []
  const { liveReleaseNumber } = requireRecord('Course', course)
  if (liveReleaseNumber === null) throw makeNotFoundError('Live release')
  return String(liveReleaseNumber)
}

/**
 * An argument that contains a snapshot selector. `argument` is its name, and `sent` is its value. If `sent` is missing,
 * `fallback` is used.
 */
type SnapshotArgument = { argument: string; sent: string | null | undefined; fallback: 'draft' | 'live' }

/**
 * Validates a snapshot selector. Replaces `live` by the number of the live release.
 * @throws ApiError `invalid_request`, or `not_found` if no release is live
 */
export async function resolveSnapshotSelector(
  context: GraphQLContext,
  courseId: string,
  { argument, sent, fallback }: SnapshotArgument,
): Promise<string> {
  const selector = parseArgument(argument, snapshotReferenceSchema, sent ?? fallback)
  return selector === 'live' ? selectorOfLive(context, courseId) : selector
}
