import { findMatchingEtag } from '../http/etag.ts'
import type { ResponseCachePolicy } from '../operations/context.ts'
import { isUuid } from '../platform/uuid.ts'
import type { ReadableReleaseWithOutline, RequestedRelease } from './read.ts'
import { isReadableByEverybody } from './release.ts'

/** How many seconds a shared cache may use a response that can change. */
const sharedSeconds = 60
/** How many more seconds a cache may send the old response while it revalidates the response (RFC 5861). */
const staleSeconds = 600
const yearSeconds = 31_536_000

/**
 * Returns the `Cache-Control` header of a public response. `secondsLeft` is the time until the next scheduled change,
 * or null if none is scheduled.
 */
function publicCacheControl(isImmutable: boolean, secondsLeft: number | null): string {
  const left = secondsLeft ?? Number.POSITIVE_INFINITY
  // Without `stale-while-revalidate=0`, a cache such as Varnish would send an old response for 10 more seconds.
  if (isImmutable)
    return left === Number.POSITIVE_INFINITY
      ? `public, max-age=${yearSeconds}, immutable`
      : `public, max-age=${Math.min(yearSeconds, left)}, stale-while-revalidate=0`
  const shared = Math.min(sharedSeconds, left)
  const stale = Math.min(staleSeconds, left - shared)
  return `public, s-maxage=${shared}, stale-while-revalidate=${stale}`
}

/**
 * Returns the `Cache-Control` header of a private response. Without `private`, a shared cache may store a response to
 * an `X-API-Key` request (RFC 9111, section 3.5).
 */
const privateCacheControl = (isImmutable: boolean, secondsLeft: number | null = null) =>
  isImmutable && secondsLeft === null ? `private, max-age=${yearSeconds}, immutable` : 'private, no-cache'

/** Returns the caching rules of a response that contains one release. */
export function makeReleaseCachePolicy(
  { course, number }: RequestedRelease,
  { visibility, courseId, secondsLeft }: Pick<ReadableReleaseWithOutline, 'visibility' | 'courseId' | 'secondsLeft'>,
  { etag, ifNoneMatch, lessonId }: { etag: string; ifNoneMatch: string | undefined; lessonId?: string },
): ResponseCachePolicy {
  // With a course id and a release number in the URL, the response stays the same while learners can read the release.
  // A slug can move to another course, which can have a release with the same number.
  const isImmutable = number !== undefined && isUuid(course)
  const isPublic = isReadableByEverybody({ visibility })
  const matchedEtag = ifNoneMatch === undefined ? undefined : findMatchingEtag(ifNoneMatch, etag)
  return {
    cacheControl: isPublic
      ? publicCacheControl(isImmutable, secondsLeft)
      : privateCacheControl(isImmutable, secondsLeft),
    etag,
    ...(matchedEtag !== undefined && { matchedEtag }),
    isForEverybody: isPublic,
    tags: [`course-${courseId}`, ...(lessonId ? [`lesson-${lessonId}`] : [])],
  }
}

/**
 * Returns the caching rules of the list of courses. Shared caches may store only the anonymous list, because other
 * lists can contain private courses.
 */
export const makeCourseListCachePolicy = (
  workspacePublicId: string,
  isAnonymous: boolean,
  secondsLeft: number | null,
) => ({
  cacheControl: isAnonymous ? publicCacheControl(false, secondsLeft) : privateCacheControl(false),
  isForEverybody: false,
  tags: [`workspace-${workspacePublicId}`],
})
