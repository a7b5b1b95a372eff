import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { checks } from './checks.ts'
import type { ProblemWithCheck } from './finding.ts'
import type { LessonCheckSettings, LessonLinks } from './model/check.ts'
import type { CheckedLesson } from './model/course.ts'

/** The problems and the links that the checks have found in one lesson. */
export type CachedLessonResult = { problems: readonly ProblemWithCheck[]; links: LessonLinks }

/** A result in the form that the cache stores as JSON: it contains the code of each check instead of the check. */
type Kept = Omit<CachedLessonResult, 'problems'> & {
  problems: { code: string; problem: ProblemWithCheck['problem'] }[]
}

/**
 * The results of lessons that were checked before, by the hash of the lesson. Checking a lesson takes about a hundred
 * times as long as computing its hash, and most lessons of a course do not change between two runs of the checks. All
 * workspaces share this cache. A result depends only on the hashed data, so an author never receives data of another
 * workspace. The cache stores the results as JSON: a message that quotes a lesson would otherwise keep the whole text
 * of the lesson in memory.
 */
const results = new LRUCache<string, string>({
  max: 5000,
  maxSize: 16_000_000,
  maxEntrySize: 1_000_000,
  sizeCalculation: ({ length }) => 500 + 2 * length,
})
const checkByCode = new Map(checks.map((check) => [check.code, check]))

/**
 * Returns the cache key of a lesson: a hash of everything that the result of the lesson depends on. The function calls
 * `pause` before each block, so that other requests can run.
 */
export async function hashLessonForCache(
  { blocks, ...lesson }: CheckedLesson,
  { language, difficulty }: LessonCheckSettings,
  pause: () => Promise<void> | void,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([language, difficulty, lesson]))
  for (const block of blocks) {
    await pause()
    hash.update(JSON.stringify(block))
  }
  return hash.digest('base64url')
}

export function findCachedLessonResult(hash: string): CachedLessonResult | undefined {
  const kept = results.get(hash)
  if (kept === undefined) return undefined
  const { problems, links } = JSON.parse(kept) as Kept
  return { links, problems: problems.map(({ code, problem }) => ({ check: checkByCode.get(code)!, problem })) }
}

export function cacheLessonResult(hash: string, { problems, links }: CachedLessonResult): void {
  const kept: Kept = { links, problems: problems.map(({ check: { code }, problem }) => ({ code, problem })) }
  results.set(hash, JSON.stringify(kept))
}
