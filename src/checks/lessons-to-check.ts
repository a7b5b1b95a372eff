import {
  findCachedLessonResult,
  findCachedReleaseLessonResult,
  hashLessonForCache,
  type LessonCheckResult,
  storeCacheKeyOfReleaseLesson,
} from './lesson-cache.ts'
import type { CourseLanguageAndDifficulty } from './model/check.ts'
import type {
  CheckableCourse,
  CourseForChecks,
  DraftForChecks,
  LessonForChecks,
  ReleaseForChecks,
} from './model/course.ts'

/**
 * A lesson with its content, its cached result, or both. If `key` is set, the caller caches a new result under `key`.
 */
export type LessonWithContentOrResult =
  | { id: string; content: LessonForChecks; cached: undefined; key: string | undefined }
  | { id: string; content: LessonForChecks | undefined; cached: LessonCheckResult; key?: string | undefined }

type Pause = () => Promise<void>
/**
 * `usesCache` says whether cached results are used. `needsContent` says whether the content of every lesson is read,
 * even if the result of the lesson is cached.
 */
type Options = { usesCache: boolean; needsContent: boolean; pause: Pause }

async function prepareLesson(
  content: LessonForChecks,
  course: CourseLanguageAndDifficulty,
  { usesCache, pause }: Options,
): Promise<LessonWithContentOrResult> {
  const key = usesCache ? await hashLessonForCache(content, course, pause) : undefined
  return { id: content.id, content, cached: key === undefined ? undefined : findCachedLessonResult(key), key }
}

/**
 * Yields the lessons of a release. Reads the content only of lessons without a cached result, unless `needsContent` is
 * true.
 */
async function* prepareReleaseLessons(
  course: ReleaseForChecks,
  options: Options,
): AsyncIterable<LessonWithContentOrResult> {
  const lessons = course.modules.flatMap(({ lessons }) => lessons)
  const found = new Map<string, LessonCheckResult>()
  if (options.usesCache && !options.needsContent)
    for (const { hash } of lessons) {
      await options.pause()
      const cached = findCachedReleaseLessonResult(hash, course)
      if (cached) found.set(hash, cached)
    }
  const toRead = lessons.map(({ hash }) => hash).filter((hash) => !found.has(hash))
  const batches = course.readLessons(toRead)[Symbol.asyncIterator]()
  let contents: ReadonlyMap<string, LessonForChecks> = new Map()
  for (const { id, hash } of lessons) {
    const cached = found.get(hash)
    if (cached) {
      yield { id, content: undefined, cached }
      continue
    }
    if (!contents.has(hash)) contents = (await batches.next()).value
    const lesson = await prepareLesson(contents.get(hash)!, course, options)
    if (lesson.content && lesson.key !== undefined) storeCacheKeyOfReleaseLesson(hash, course, lesson.key)
    yield lesson
  }
}

async function* listLessons(course: CourseForChecks | DraftForChecks): AsyncIterable<LessonForChecks> {
  if ('convertLessons' in course) yield* course.convertLessons()
  else for (const { lessons } of course.modules) yield* lessons
}

/**
 * Yields the lessons of a course in order. To save memory, the caller must drop each lesson before taking the next one.
 */
export async function* readLessonsOrCachedResults(
  course: CheckableCourse,
  options: Options,
): AsyncIterable<LessonWithContentOrResult> {
  if ('readLessons' in course) yield* prepareReleaseLessons(course, options)
  else for await (const lesson of listLessons(course)) yield await prepareLesson(lesson, course, options)
}
