import { createHash } from 'node:crypto'
import { findMatchingEtag } from '../http/etag.ts'
import type { ResponseCaching } from '../operations/context.ts'
import type { CourseAddress, OpenRelease } from './read.ts'

/** How long a shared cache may keep a live address, and how long it may then still send it while it asks again. */
const sharedSeconds = 60
const staleSeconds = 600
const yearSeconds = 31_536_000

/** The format of the responses. A new version of the service that changes it must count up, so that tags change. */
const format = 1

/** Returns the entity tag of what the parts identify. */
export const makeEtag = (...parts: readonly (string | number | null)[]) =>
  `"${createHash('sha256')
    .update(JSON.stringify([format, ...parts]))
    .digest('base64url')
    .slice(0, 22)}"`

/** Returns the entity tag of a lesson. Its hash is one already, of everything that the response contains. */
export const makeLessonEtag = (hash: string) => `"${format}${hash.slice(0, 21)}"`

/**
 * Returns `Cache-Control` for a response that everybody may read. Nothing is kept beyond the next scheduled change, and
 * the 0 says so to caches such as Varnish, which otherwise send an old response for 10 seconds more.
 * @param secondsLeft the seconds until that change, or null
 */
function publicCacheControl(isNumbered: boolean, secondsLeft: number | null): string {
  const left = secondsLeft ?? Number.POSITIVE_INFINITY
  if (isNumbered)
    return left === Number.POSITIVE_INFINITY
      ? `public, max-age=${yearSeconds}, immutable`
      : `public, max-age=${Math.min(yearSeconds, left)}, stale-while-revalidate=0`
  const shared = Math.min(sharedSeconds, left)
  const stale = Math.min(staleSeconds, left - shared)
  return `public, s-maxage=${shared}, stale-while-revalidate=${stale}`
}

/**
 * A shared cache must not keep what only some callers may read: a cache knows `Authorization` (RFC 9111, section 3.5),
 * but not `X-API-Key`. The client itself may keep it, and must revalidate what can change.
 */
const privateCacheControl = (isNumbered: boolean, secondsLeft: number | null = null) =>
  isNumbered && secondsLeft === null ? `private, max-age=${yearSeconds}, immutable` : 'private, no-cache'

/** Returns how caches may keep a response that is made of one release. */
export function cachingOfRelease(
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

/** Returns how caches may keep the list of courses. Callers with a key get a list of their own. */
export const cachingOfList = (workspacePublicId: string, isAnonymous: boolean, secondsLeft: number | null) => ({
  cacheControl: isAnonymous ? publicCacheControl(false, secondsLeft) : privateCacheControl(false),
  isForEverybody: false,
  tags: [`workspace-${workspacePublicId}`],
})
