import {
  findCachedLessonResult,
  findCachedReleaseLessonResult,
  hashLessonForCache,
  type LessonCheckResult,
  rememberCacheKeyOfReleaseLesson,
} from './lesson-cache.ts'
import type { CourseLanguageAndDifficulty } from './model/check.ts'
import type { CourseForChecks, LessonForChecks, ReleaseForChecks } from './model/course.ts'

/**
 * A lesson with its content, with the result of an earlier run of the checks, or with both. `key` is the cache key for
 * a new result. It is undefined if the result must not be cached.
 */
export type LessonWithContentOrResult =
  | { id: string; content: LessonForChecks; cached: LessonCheckResult | undefined; key: string | undefined }
  | { id: string; content: undefined; cached: LessonCheckResult }

type Pause = () => Promise<void>
/** `usesCache`: whether cached results are used. `needsContent`: whether the content is read despite a cached result. */
type Options = { usesCache: boolean; needsContent: boolean; pause: Pause }

async function prepareLesson(
  content: LessonForChecks,
  course: CourseLanguageAndDifficulty,
  { usesCache, pause }: Options,
): Promise<LessonWithContentOrResult> {
  const key = usesCache ? await hashLessonForCache(content, course, pause) : undefined
  return { id: content.id, content, cached: key === undefined ? undefined : findCachedLessonResult(key), key }
}

/** Reads only the lessons that have no cached result, unless the content of all lessons is needed. */
async function prepareReleaseLessons(course: ReleaseForChecks, options: Options): Promise<LessonWithContentOrResult[]> {
  const lessons = course.modules.flatMap(({ lessons }) => lessons)
  const found = new Map<string, LessonCheckResult>()
  if (options.usesCache && !options.needsContent)
    for (const { hash } of lessons) {
      await options.pause()
      const cached = findCachedReleaseLessonResult(hash, course)
      if (cached) found.set(hash, cached)
    }
  const contents = await course.readLessons(lessons.map(({ hash }) => hash).filter((hash) => !found.has(hash)))
  const prepared: LessonWithContentOrResult[] = []
  for (const { id, hash } of lessons) {
    const cached = found.get(hash)
    const lesson: LessonWithContentOrResult = cached
      ? { id, content: undefined, cached }
      : await prepareLesson(contents.get(hash)!, course, options)
    if (lesson.content && lesson.key !== undefined) rememberCacheKeyOfReleaseLesson(hash, course, lesson.key)
    prepared.push(lesson)
  }
  return prepared
}

/** Returns the lessons of a course in their order, each with its content or its cached result. */
export async function prepareLessonsForChecks(
  course: CourseForChecks | ReleaseForChecks,
  options: Options,
): Promise<readonly LessonWithContentOrResult[]> {
  if ('readLessons' in course) return prepareReleaseLessons(course, options)
  const prepared: LessonWithContentOrResult[] = []
  for (const lesson of course.modules.flatMap(({ lessons }) => lessons))
    prepared.push(await prepareLesson(lesson, course, options))
  return prepared
}
