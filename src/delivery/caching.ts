import { findMatchingEtag } from '../http/etag.ts'
import type { ResponseCachePolicy } from '../operations/context.ts'
import { isUuid } from '../platform/uuid.ts'
import type { ReadableReleaseWithOutline, RequestedRelease } from './read.ts'

/**
 * How many seconds a shared cache may use a response that can change. After this time, the cache may send the old
 * response for `staleSeconds` more seconds, while it revalidates the response (RFC 5861).
 */
const sharedSeconds = 60
const staleSeconds = 600
const yearSeconds = 31_536_000

/**
 * Returns the `Cache-Control` header of a response that everybody may read. Caches must not use the response after the
 * next scheduled change. The header contains `stale-while-revalidate` even if its value is 0. Without this directive, a
 * cache such as Varnish would send the old response for 10 more seconds.
 * @param isImmutable whether the response at this URL stays the same for as long as learners can read the release
 * @param secondsLeft the seconds until the next scheduled change, or null if no change is scheduled
 */
function publicCacheControl(isImmutable: boolean, secondsLeft: number | null): string {
  const left = secondsLeft ?? Number.POSITIVE_INFINITY
  if (isImmutable)
    return left === Number.POSITIVE_INFINITY
      ? `public, max-age=${yearSeconds}, immutable`
      : `public, max-age=${Math.min(yearSeconds, left)}, stale-while-revalidate=0`
  const shared = Math.min(sharedSeconds, left)
  const stale = Math.min(staleSeconds, left - shared)
  return `public, s-maxage=${shared}, stale-while-revalidate=${stale}`
}

/**
 * Returns the `Cache-Control` header of a response that only some callers may read. `private` keeps the response out of
 * shared caches. Without `private`, HTTP keeps only a response to a request with `Authorization` out of shared caches
 * (RFC 9111, section 3.5), not a response to a request with `X-API-Key`. If the response can change, the client must
 * revalidate it.
 */
const privateCacheControl = (isImmutable: boolean, secondsLeft: number | null = null) =>
  isImmutable && secondsLeft === null ? `private, max-age=${yearSeconds}, immutable` : 'private, no-cache'

/** Returns the caching rules of a response that contains one release. */
export function makeReleaseCachePolicy(
  { course, number }: RequestedRelease,
  { visibility, courseId, secondsLeft }: Pick<ReadableReleaseWithOutline, 'visibility' | 'courseId' | 'secondsLeft'>,
  { etag, ifNoneMatch, lessonId }: { etag: string; ifNoneMatch: string | undefined; lessonId?: string },
): ResponseCachePolicy {
  // The response at a URL with a slug can change: the slug can move to another course, which can have a release with
  // the same number.
  const isImmutable = number !== undefined && isUuid(course)
  const isPublic = visibility === 'public'
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
 * Returns the caching rules of the list of courses. Shared caches may store only the list for anonymous callers,
 * because the list for callers with an API key can contain private courses.
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
