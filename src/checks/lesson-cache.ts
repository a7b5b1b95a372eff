import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { makeLruCache } from '../platform/lru-cache.ts'
import { checks } from './checks.ts'
import type { ProblemWithCheck } from './finding.ts'
import type { LessonFieldHasher } from './finding-id.ts'
import type { CourseLanguageAndDifficulty, LessonLinksAndTargets } from './model/check.ts'
import type { LessonForChecks } from './model/course.ts'

/**
 * The problems and the links that the checks have found in one lesson. `fieldHasher` provides the hashes for the ids of
 * the findings.
 */
export type LessonCheckResult = {
  problems: readonly ProblemWithCheck[]
  links: LessonLinksAndTargets
  fieldHasher: LessonFieldHasher
}

/**
 * A `LessonCheckResult` as the cache stores it. `code` names a check, such as `image_without_alt`. `fieldHashes`
 * contains the hashes for the ids of the findings.
 */
type Kept = {
  problems: { code: string; problem: ProblemWithCheck['problem'] }[]
  links: LessonLinksAndTargets
  fieldHashes: Record<string, string>
}

/**
 * The results of earlier checks, as JSON. The key is the hash of the lesson (see `hashLessonForCache`). To hash a
 * lesson takes about a hundredth of the time of its checks. All workspaces share this cache: a result depends only on
 * the hashed data, so it never contains data of another workspace. The results are JSON, because a message that quotes
 * a part of a lesson could otherwise keep the whole text of the lesson in memory.
 */
const results = new LRUCache<string, string>({
  max: 5000,
  maxSize: 16_000_000,
  maxEntrySize: 2_000_000,
  sizeCalculation: ({ length }) => 500 + 2 * length,
})
const checkByCode = new Map(checks.map((check) => [check.code, check]))

/**
 * The cache keys of lessons in releases. With the hash that the release stores for a lesson,
 * `findCachedReleaseLessonResult` finds the result without reading the lesson.
 */
const cacheKeysOfReleaseLessons = makeLruCache<string>(10_000)

/**
 * Returns the cache key of a lesson: a hash of everything that the checks of the lesson read. The function calls
 * `pause` before each block, so that other requests can run.
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
 * Returns the ids for which a result needs hashes: the lesson, and its blocks with problems or internal links. In a run
 * without the spelling check, only these can have findings.
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
  results.set(key, JSON.stringify(kept))
}

const copyJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

/**
 * Copies a result, so that the lesson can be removed from memory before the checks of the other lessons. The original
 * result refers to the lesson: for example, its messages can quote texts. The copy contains the hashes for the ids of
 * the findings. If later checks can find problems in any block, the caller sets `hashesAllBlocks`.
 */
export async function copyResultWithoutLesson(
  lesson: LessonForChecks,
  result: LessonCheckResult,
  { hashesAllBlocks, pause }: { hashesAllBlocks: boolean; pause: () => Promise<void> | void },
): Promise<LessonCheckResult> {
  const { hashFieldsOf } = result.fieldHasher
  const hashes = new Map<string, string>()
  const ids = hashesAllBlocks ? [lesson.id, ...lesson.blocks.map(({ id }) => id)] : listIdsToHash(lesson, result)
  for (const id of ids) {
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
