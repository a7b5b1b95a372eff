import { createHash } from 'node:crypto'
import { findMatchingEtag } from '../http/etag.ts'
import type { ResponseCaching } from '../operations/context.ts'
import type { CourseAddress, OpenRelease } from './read.ts'

/**
 * How long a shared cache may store the response of an address without a release number. After this time, the cache may
 * still send the response for `staleSeconds` while it revalidates it (RFC 5861).
 */
const sharedSeconds = 60
const staleSeconds = 600
const yearSeconds = 31_536_000

/** The version of the response format. Increase it when the format changes, so that the entity tags change too. */
const format = 1

/** Returns the entity tag of a response. The parts must identify its content. */
export const makeEtag = (...parts: readonly (string | number | null)[]) =>
  `"${createHash('sha256')
    .update(JSON.stringify([format, ...parts]))
    .digest('base64url')
    .slice(0, 22)}"`

/**
 * Returns `Cache-Control` for a response that everybody may read. Caches must not use it after the next scheduled
 * change.
 * @param secondsLeft the seconds until that change, or null
 */
function publicCacheControl(isNumbered: boolean, secondsLeft: number | null): string {
  const left = secondsLeft ?? Number.POSITIVE_INFINITY
  if (isNumbered)
    return left === Number.POSITIVE_INFINITY
      ? `public, max-age=${yearSeconds}, immutable`
      : `public, max-age=${Math.min(yearSeconds, left)}`
  const shared = Math.min(sharedSeconds, left)
  const stale = Math.min(staleSeconds, left - shared)
  return stale > 0 ? `public, s-maxage=${shared}, stale-while-revalidate=${stale}` : `public, s-maxage=${shared}`
}

/**
 * Returns `Cache-Control` for a response that only some callers may read. Shared caches must not store it, because a
 * cache treats `Authorization` in a special way (RFC 9111, section 3.5), but not `X-API-Key`. The client may store it,
 * and must revalidate content that can change.
 */
const privateCacheControl = (isNumbered: boolean, secondsLeft: number | null = null) =>
  isNumbered && secondsLeft === null ? `private, max-age=${yearSeconds}, immutable` : 'private, no-cache'

/** Returns the caching rules of a response that contains one release. */
export function makeReleaseCaching(
  { number }: CourseAddress,
  { visibility, courseId, secondsLeft }: Pick<OpenRelease, 'visibility' | 'courseId' | 'secondsLeft'>,
  { etag, ifNoneMatch, lessonId }: { etag: string; ifNoneMatch: string | undefined; lessonId?: string },
): ResponseCaching {
  const isNumbered = number !== undefined
  const isPublic = visibility === 'public'
  const matchedEtag = ifNoneMatch === undefined ? undefined : findMatchingEtag(ifNoneMatch, etag)
  return {
    cacheControl: isPublic ? publicCacheControl(isNumbered, secondsLeft) : privateCacheControl(isNumbered, secondsLeft),
    etag,
    ...(matchedEtag !== undefined && { matchedEtag }),
    isForEverybody: isPublic,
    tags: [`course-${courseId}`, ...(lessonId ? [`lesson-${lessonId}`] : [])],
  }
}

/**
 * Returns the caching rules of the list of courses. Callers with an API key get another list than anonymous callers.
 */
export const makeListCaching = (workspacePublicId: string, isAnonymous: boolean, secondsLeft: number | null) => ({
  cacheControl: isAnonymous ? publicCacheControl(false, secondsLeft) : privateCacheControl(false),
  isForEverybody: false,
  tags: [`workspace-${workspacePublicId}`],
})
