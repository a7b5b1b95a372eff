import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { checks, rulesVersion } from './checks.ts'
import type { ProblemOfCheck } from './finding.ts'
import type { LessonCheckSettings, LessonLinks } from './model/check.ts'
import type { CheckedLesson } from './model/course.ts'

/** What the checks have found in one lesson. */
export type CachedLessonResult = { problems: readonly ProblemOfCheck[]; links: LessonLinks }

/** A result as JSON text, in which the code of a check stands for the check. */
type Kept = Omit<CachedLessonResult, 'problems'> & { problems: { code: string; problem: ProblemOfCheck['problem'] }[] }

/**
 * The results of lessons that were checked before. To check a lesson takes about a hundred times as long as to compute its
 * hash, and most lessons of a course do not change between two checks. A result contains only what the lesson contains, so
 * that workspaces can share it. The results are texts, because parts of an author's text would keep the whole text in
 * memory.
 */
const results = new LRUCache<string, string>({
  max: 5000,
  maxSize: 16_000_000,
  maxEntrySize: 1_000_000,
  sizeCalculation: ({ length }) => 500 + 2 * length,
})
const checkByCode = new Map(checks.map((check) => [check.code, check]))

/** Returns the key of a lesson: a hash of everything on which its result depends. `pause` is called between blocks. */
export async function hashLessonForCache(
  { blocks, ...lesson }: CheckedLesson,
  { language, difficulty }: LessonCheckSettings,
  pause: () => Promise<void> | void,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([rulesVersion, language, difficulty, lesson]))
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
