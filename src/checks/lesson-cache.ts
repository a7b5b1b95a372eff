import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { makeLruCache } from '../platform/lru-cache.ts'
import { checks } from './checks.ts'
import type { ProblemWithCheck } from './finding.ts'
import type { LessonFieldHasher } from './finding-id.ts'
import type { CourseLanguageAndDifficulty, LessonLinksAndTargets } from './model/check.ts'
import type { LessonForChecks } from './model/course.ts'

/**
 * The problems and the links that the checks have found in one lesson. `identity` provides the hashes from which the
 * ids of the findings are made.
 */
export type LessonCheckResult = {
  problems: readonly ProblemWithCheck[]
  links: LessonLinksAndTargets
  identity: LessonFieldHasher
}

/**
 * The result of the checks of one lesson, in the form that the cache stores as JSON. A check is stored as its code,
 * such as `word_unknown`. `fieldHashes` contains the hashes from which the ids of findings are made.
 */
type Kept = {
  problems: { code: string; problem: ProblemWithCheck['problem'] }[]
  links: LessonLinksAndTargets
  fieldHashes: Record<string, string>
}

/**
 * The results of the lessons that were checked before, by the cache key of the lesson (see `hashLessonForCache`).
 * Checking a lesson takes about a hundred times as long as computing its hash, and most lessons of a course do not
 * change between two runs of the checks. All workspaces share this cache. A result depends only on the hashed data, so
 * an author never receives data of another workspace. The cache stores the results as JSON. Otherwise, a message that
 * quotes a part of a lesson could keep the whole text of the lesson in memory.
 */
const results = new LRUCache<string, string>({
  max: 5000,
  maxSize: 16_000_000,
  maxEntrySize: 2_000_000,
  sizeCalculation: ({ length }) => 500 + 2 * length,
})
const checkByCode = new Map(checks.map((check) => [check.code, check]))

/**
 * Maps the stored hash of a lesson in a release to the cache key of the lesson. With this map, the cached result of the
 * lesson is found without reading the lesson.
 */
const cacheKeysOfReleaseLessons = makeLruCache<string>(10_000)

/**
 * Returns the cache key of a lesson: a hash of everything that the result of the lesson depends on. The function calls
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
 * Stores the cache key of a lesson under the hash that the lesson has in a release. `findCachedReleaseLessonResult`
 * then finds the result without the content of the lesson.
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
    identity: { blocks: links.blocks, hashFieldsOf: (nodeId) => fieldHashes[nodeId]! },
  }
}

/** Returns the ids of a lesson, and of its blocks that have problems or internal links. */
const listIdsToHash = ({ id }: LessonForChecks, { problems, links }: LessonCheckResult) => [
  ...new Set([id, ...[...problems.map(({ problem }) => problem), ...links.internalLinks].map(({ nodeId }) => nodeId)]),
]

/** Stores the result of a lesson, with the hashes of the lesson and of its blocks that have problems or internal links. */
export function cacheLessonResult(key: string, lesson: LessonForChecks, result: LessonCheckResult): void {
  const { hashFieldsOf } = result.identity
  const kept: Kept = {
    links: result.links,
    problems: result.problems.map(({ check: { code }, problem }) => ({ code, problem })),
    fieldHashes: Object.fromEntries(listIdsToHash(lesson, result).map((id) => [id, hashFieldsOf(id)])),
  }
  results.set(key, JSON.stringify(kept))
}

const copyJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

/**
 * Copies a result without references to the lesson, so that the lesson need not stay in memory until all lessons are
 * checked. For example, a message that quotes a part of a text would keep the whole text. The copy stores the hashes
 * from which the ids of findings are made. With `hashesAllBlocks`, it stores the hashes of all blocks, because later
 * problems can be in any block. Otherwise, it stores only the hashes of the lesson and of its blocks that have problems
 * or internal links.
 */
export async function copyResultWithoutLesson(
  lesson: LessonForChecks,
  result: LessonCheckResult,
  { hashesAllBlocks, pause }: { hashesAllBlocks: boolean; pause: () => Promise<void> | void },
): Promise<LessonCheckResult> {
  const { hashFieldsOf } = result.identity
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
    identity: { blocks: links.blocks, hashFieldsOf: (nodeId) => hashes.get(nodeId)! },
  }
}
