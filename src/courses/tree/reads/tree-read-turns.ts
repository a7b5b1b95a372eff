import type { GraphQLContext } from '../../../operations/context.ts'
import { defineWorkspaceLimiter } from '../../../operations/workspace-limiters.ts'
import { defineCache } from '../../../platform/caches.ts'
import { ResultTooLargeError } from '../../../platform/db/result-size.ts'
import { makeLruCache } from '../../../platform/lru-cache.ts'
import type { CourseRow } from '../../outline/rows.ts'
import { wholeCourseLimiter } from '../../outline/whole-course-limiter.ts'

/**
 * Limits the concurrent reads of whole courses, so that reads wait for this limiter and not for a database connection.
 * After the wait for this limiter, a read checks again whether one of its courses is large.
 */
export const treeReadLimiter = defineWorkspaceLimiter((connections) => ({
  resource: 'reads of whole courses',
  total: connections,
  perTenant: Math.ceil(connections / 2),
  waitMs: 10_000,
  maxWaiting: 500,
}))

/**
 * Limits the reads of large courses that a workspace has begun, including those that wait for `wholeCourseLimiter`. Each
 * becomes a response of several megabytes, which its client may read slowly.
 */
export const largeTreeReadLimiter = defineWorkspaceLimiter({
  resource: 'reads of large courses',
  total: Number.POSITIVE_INFINITY,
  perTenant: 6,
})

/** A course is large if the content of its blocks has more than this number of characters. */
const largeChars = 2_000_000

/**
 * The large courses that this process has read lately. Each key is the id of the workspace, a space and the id of the
 * course.
 */
const largeCourseCache = defineCache(() => makeLruCache<true>(10_000))

function countContentChars({ modules = [] }: CourseRow): number {
  let chars = 0
  for (const { lessons = [] } of modules)
    for (const { blocks = [] } of lessons) for (const { content } of blocks) chars += content.length
  return chars
}

/**
 * The maximum result size, in bytes, of a read if none of its courses is in `largeCourseCache`. If the result is larger,
 * the read stops, and starts again as a read of large courses.
 */
const maxBytesOfSmallCourses = 4_000_000

/** A turn to read course trees. If `isLarge` is false, the read may return at most `maxBytesOfSmallCourses`. */
type TreeReadTurn = { isLarge: boolean; end(): void }

/** Waits for a turn to read large courses. @throws ApiError `rate_limit_exceeded` if too many reads wait or run */
async function waitForLargeTreeRead({ limiters }: GraphQLContext, workspaceId: string): Promise<() => void> {
  const endRead = limiters.get(largeTreeReadLimiter).acquireNow(workspaceId)
  const endTurn = await limiters
    .get(wholeCourseLimiter)
    .acquire(workspaceId)
    .catch((refusal: unknown) => {
      endRead()
      throw refusal
    })
  return () => {
    endTurn()
    endRead()
  }
}

/**
 * Waits for a turn, because a workspace reads only a few course trees at the same time.
 * @throws ApiError `rate_limit_exceeded` if too many reads of the workspace wait
 */
async function waitForTreeRead(
  context: GraphQLContext,
  workspaceId: string,
  courses: readonly string[],
): Promise<TreeReadTurn> {
  const { limiters, caches } = context
  const largeCourses = caches.get(largeCourseCache)
  const hasLarge = () => courses.some((course) => largeCourses.has(course))
  const isLarge = hasLarge()
  const endLarge = isLarge ? await waitForLargeTreeRead(context, workspaceId) : undefined
  const end = await limiters
    .get(treeReadLimiter)
    .acquire(workspaceId)
    .catch((error: unknown) => {
      endLarge?.()
      throw error
    })
  const endBoth = () => {
    end()
    endLarge?.()
  }
  // While this request waited, another request may have found out that one of the courses is large.
  // A read of a large course also needs a turn from `wholeCourseLimiter`, so this request waits again for both turns.
  if (isLarge || !hasLarge()) return { isLarge, end: endBoth }
  endBoth()
  return waitForTreeRead(context, workspaceId, courses)
}

/**
 * Waits for a turn and reads course trees with `read`. If the trees exceed `maxBytesOfSmallCourses`, reads them again
 * in a turn for large courses.
 */
export async function runCourseTreeReadInTurn<Found extends CourseRow | undefined>(
  context: GraphQLContext,
  courseIds: readonly string[],
  read: (maxBytes?: number) => Promise<Found[]>,
): Promise<Found[]> {
  const workspaceId = context.workspaceId()
  const keyOf = (id: string) => `${workspaceId} ${id.toLowerCase()}`
  const keys = courseIds.map(keyOf)
  const largeCourses = context.caches.get(largeCourseCache)
  const { isLarge, end } = await waitForTreeRead(context, workspaceId, keys)
  try {
    const courses = await read(isLarge ? undefined : maxBytesOfSmallCourses)
    for (const course of courses) {
      if (!course) continue
      if (countContentChars(course) > largeChars) largeCourses.set(keyOf(course.id), true)
      // If a read of several small courses is too large in total, all of these courses count as large.
      // A later read of one course alone removes the mark of a course that is not large.
      else if (keys.length === 1) largeCourses.delete(keyOf(course.id))
    }
    return courses
  } catch (error) {
    if (isLarge || !(error instanceof ResultTooLargeError)) throw error
    for (const key of keys) largeCourses.set(key, true)
  } finally {
    end()
  }
  return runCourseTreeReadInTurn(context, courseIds, read)
}
