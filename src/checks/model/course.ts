import type { CourseRow, LessonRow } from '../../courses/outline/rows.ts'
import { makeYieldToEventLoop, type YieldToEventLoop } from '../../courses/tree/yield-often.ts'
import type { JsonObject } from '../../operations/json-object.ts'

/** The fields of a block that the checks read. The block can be part of a draft or of a release. */
export type BlockForChecks = { id: string; key?: string | null; type: string; content: JsonObject }
export type LessonForChecks = {
  id: string
  key?: string | null
  name: string
  objectives: readonly string[]
  prerequisites: readonly string[]
  blocks: readonly BlockForChecks[]
}
export type ModuleForChecks<Lesson = LessonForChecks> = {
  id: string
  key?: string | null
  name: string
  objectives: readonly string[]
  prerequisites: readonly string[]
  lessons: readonly Lesson[]
}
export type CourseForChecks<Lesson = LessonForChecks> = {
  id: string
  name: string
  language: string | null
  difficulty: string | null
  objectives: readonly string[]
  coverAssetId?: string | null
  modules: readonly ModuleForChecks<Lesson>[]
}

/** The fields of a lesson that are known before its content is read. */
export type LessonWithoutContent = Pick<LessonForChecks, 'id' | 'key' | 'name' | 'prerequisites'>
/** A lesson in a release. Two lessons with the same `hash` have the same fields and the same blocks. */
type ReleaseLessonSummary = LessonWithoutContent & { hash: string }
/** A release of a course, without the content of its lessons. */
export type ReleaseForChecks = CourseForChecks<ReleaseLessonSummary> & {
  /**
   * Yields the lessons with the given hashes, in the order of `hashes`. Each map holds only a few lessons, to save
   * memory. The keys of each map are hashes.
   */
  readLessons(hashes: readonly string[]): AsyncIterable<ReadonlyMap<string, LessonForChecks>>
}
/** The draft of a course, without the content of its lessons. */
export type DraftForChecks = CourseForChecks<LessonWithoutContent> & {
  /** Yields the lessons in the order of the course. To save memory, parses a lesson only when the caller takes it. */
  convertLessons(): AsyncIterable<LessonForChecks>
}
/** A course with the content of all lessons, or a draft or release whose lessons are read one after the other. */
export type CheckableCourse = CourseForChecks | DraftForChecks | ReleaseForChecks

/** Returns whether a language tag (BCP 47) means English, such as `en` or `en-GB`. */
export const isEnglishTag = (language: string | null): boolean => /^en(?:-|$)/i.test(language ?? '')

/**
 * Converts a lesson row with its blocks. If `clearsRowContents` is true, the content of each converted block is removed
 * from the row to free memory.
 */
async function convertLesson(
  { id, key, name, objectives, prerequisites, blocks = [] }: LessonRow,
  pause: YieldToEventLoop,
  clearsRowContents: boolean,
): Promise<LessonForChecks> {
  const contents: BlockForChecks[] = []
  for (const block of blocks) {
    await pause()
    const { id, key, type, content } = block
    contents.push({ id, key, type, content: JSON.parse(content) as JsonObject })
    if (clearsRowContents) block.content = ''
  }
  return { id, key, name, objectives, prerequisites, blocks: contents }
}

/**
 * Converts a course row to the form that the checks read. `convertLessons` of the result converts the lessons. If
 * `clearsRowContents` is true, `convertLessons` removes the contents of converted blocks from the row to free memory.
 */
export function convertDraftForChecks(
  { id, name, language, difficulty, objectives, coverAssetId, modules = [] }: CourseRow,
  { clearsRowContents }: { clearsRowContents: boolean },
): DraftForChecks {
  return {
    ...{ id, name, language, difficulty, objectives, coverAssetId },
    modules: modules.map(({ id, key, name, objectives, prerequisites, lessons = [] }) => ({
      ...{ id, key, name, objectives, prerequisites },
      lessons: lessons.map(({ id, key, name, prerequisites }) => ({ id, key, name, prerequisites })),
    })),
    async *convertLessons() {
      const pause = makeYieldToEventLoop()
      for (const { lessons = [] } of modules)
        for (const lesson of lessons) yield await convertLesson(lesson, pause, clearsRowContents)
    },
  }
}

/**
 * Converts a course row to the form that the checks read. Unlike `convertDraftForChecks`, the function converts all
 * lessons at once, and the row stays unchanged.
 */
export async function convertDraftWithContentForChecks(row: CourseRow): Promise<CourseForChecks> {
  const { convertLessons, ...course } = convertDraftForChecks(row, { clearsRowContents: false })
  const contents = new Map<string, LessonForChecks>()
  for await (const lesson of convertLessons()) contents.set(lesson.id, lesson)
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map(({ id }) => contents.get(id)!),
  }))
  return { ...course, modules }
}
