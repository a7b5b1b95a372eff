import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { rulesVersion } from './checks.ts'
import type { ProblemOfCheck } from './finding.ts'
import type { LessonCheckSettings, LessonLinks } from './model/check.ts'
import type { CheckedLesson } from './model/course.ts'

/** What the checks have found in one lesson. */
export type CachedLessonResult = { problems: readonly ProblemOfCheck[]; links: LessonLinks }

/**
 * The results of earlier checks. Checking a lesson takes about a hundred times as long as hashing it, and most lessons
 * do not change between two checks. A result depends only on the lesson, so workspaces with the same lesson share it.
 */
const results = new LRUCache<string, CachedLessonResult>({
  max: 5000,
  maxSize: 16_000_000,
  maxEntrySize: 1_000_000,
  sizeCalculation: ({ problems, links }) =>
    500 +
    links.anchors.reduce((sum, anchor) => sum + 2 * anchor.length + 50, 0) +
    links.internalLinks.reduce((sum, { url, path }) => sum + 2 * (url.length + path.length) + 100, 0) +
    problems.reduce(
      (sum, { problem }) =>
        sum + 2 * (problem.message.length + problem.path.length) + 300 + 200 * (problem.fix?.edits.length ?? 0),
      0,
    ),
})

/** Returns the key of a lesson: a hash of everything on which its result depends. */
export const hashLessonForCache = (lesson: CheckedLesson, { language, difficulty }: LessonCheckSettings) =>
  createHash('sha256')
    .update(JSON.stringify([rulesVersion, language, difficulty, lesson]))
    .digest('base64url')

export const findCachedLessonResult = (hash: string) => results.get(hash)
export const cacheLessonResult = (hash: string, result: CachedLessonResult) => void results.set(hash, result)
