import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { makeLruCache } from '../platform/lru-cache.ts'
import { checks } from './checks.ts'
import type { ProblemWithCheck } from './finding.ts'
import type { LessonFieldHasher } from './finding-id.ts'
import type { CourseLanguageAndDifficulty, LessonLinksAndTargets } from './model/check.ts'
import type { LessonForChecks } from './model/course.ts'

/**
 * The problems and the links that the checks have found in one lesson. The id of a finding depends on a hash that
 * `fieldHasher` returns.
 */
export type LessonCheckResult = {
  problems: readonly ProblemWithCheck[]
  links: LessonLinksAndTargets
  fieldHasher: LessonFieldHasher
}

/** A `LessonCheckResult` in the form that the cache stores as JSON. */
type Kept = {
  /** `code` is the code of the check, such as `image_without_alt`. */
  problems: { code: string; problem: ProblemWithCheck['problem'] }[]
  links: LessonLinksAndTargets
  /** The hashes that `fieldHasher` returns, by the id of the lesson or block. */
  fieldHashes: Record<string, string>
}

/**
 * The cached results of lesson checks. The keys come from `hashLessonForCache`. All workspaces share the cache, because
 * equal lessons have equal results.
 */
const results = new LRUCache<string, string>({
  max: 5000,
  maxSize: 16_000_000,
  maxEntrySize: 2_000_000,
  sizeCalculation: ({ length }) => 500 + 2 * length,
})
const checkByCode = new Map(checks.map((check) => [check.code, check]))

/** Maps lessons in releases to their cache keys. A lookup needs the stored hash of a lesson, but not its content. */
const cacheKeysOfReleaseLessons = makeLruCache<string>(10_000)

/**
 * Returns the cache key of a lesson: a hash of everything that the lesson checks read.
 * @param pause lets other requests run
 */
export async function hashLessonForCache(
  { blocks, ...lesson }: LessonForChecks,
  { language, difficulty }: CourseLanguageAndDifficulty,
  pause: () => Promise<void> | void,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([language, difficulty, lesson]))
  for (const block of blocks) {
    await pause()
    hash.update(JSON.stringify(block))
  }
  return hash.digest('base64url')
}

const hashReleaseLessonKey = (storedHash: string, { language, difficulty }: CourseLanguageAndDifficulty) =>
  createHash('sha256')
    .update(JSON.stringify([language, difficulty, storedHash]))
    .digest('base64url')

/**
 * Returns the cached result of a lesson in a release, or undefined if no result is cached. `storedHash` is the hash
 * under which the release stores the lesson.
 */
export function findCachedReleaseLessonResult(
  storedHash: string,
  course: CourseLanguageAndDifficulty,
): LessonCheckResult | undefined {
  const key = cacheKeysOfReleaseLessons.get(hashReleaseLessonKey(storedHash, course))
  return key === undefined ? undefined : findCachedLessonResult(key)
}

/**
 * Stores the cache key of a lesson in a release. Later, `findCachedReleaseLessonResult` needs only `storedHash` to find
 * the result of the lesson.
 */
export const storeCacheKeyOfReleaseLesson = (
  storedHash: string,
  course: CourseLanguageAndDifficulty,
  key: string,
): void => void cacheKeysOfReleaseLessons.set(hashReleaseLessonKey(storedHash, course), key)

export function findCachedLessonResult(key: string): LessonCheckResult | undefined {
  const kept = results.get(key)
  if (kept === undefined) return undefined
  const { problems, links, fieldHashes } = JSON.parse(kept) as Kept
  return {
    links,
    problems: problems.map(({ code, problem }) => ({ check: checkByCode.get(code)!, problem })),
    fieldHasher: { blocks: links.blocks, hashFieldsOf: (nodeId) => fieldHashes[nodeId]! },
  }
}

/**
 * Returns the ids of the records whose field hashes are stored with a result. These records are the lesson, and its
 * blocks with problems or internal links.
 */
const listIdsToHash = ({ id }: LessonForChecks, { problems, links }: LessonCheckResult) => [
  ...new Set([id, ...[...problems.map(({ problem }) => problem), ...links.internalLinks].map(({ nodeId }) => nodeId)]),
]

/** Stores the result of a lesson in the cache. */
export function cacheLessonResult(key: string, lesson: LessonForChecks, result: LessonCheckResult): void {
  const { hashFieldsOf } = result.fieldHasher
  const kept: Kept = {
    links: result.links,
    problems: result.problems.map(({ check: { code }, problem }) => ({ code, problem })),
    fieldHashes: Object.fromEntries(listIdsToHash(lesson, result).map((id) => [id, hashFieldsOf(id)])),
  }
  // The cache stores JSON, because a substring in an object could keep the whole text of the lesson in memory.
  results.set(key, JSON.stringify(kept))
}

const copyJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

/**
 * Copies the result of a lesson, so that V8 can free the memory of the lesson. Without the copy, for example, a message
 * that quotes a text could keep the whole text in memory.
 */
export async function copyResultWithoutLesson(
  lesson: LessonForChecks,
  result: LessonCheckResult,
  pause: () => Promise<void> | void,
): Promise<LessonCheckResult> {
  const { hashFieldsOf } = result.fieldHasher
  const hashes = new Map<string, string>()
  for (const id of listIdsToHash(lesson, result)) {
    await pause()
    hashes.set(id, hashFieldsOf(id))
  }
  const links = copyJson(result.links)
  return {
    problems: result.problems.map(({ check, problem }) => ({ check, problem: copyJson(problem) })),
    links,
    fieldHasher: { blocks: links.blocks, hashFieldsOf: (nodeId) => hashes.get(nodeId)! },
  }
}
