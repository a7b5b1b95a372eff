import type { CourseRow } from '../../courses/outline/rows.ts'
import { makeYieldToEventLoop } from '../../courses/tree/yield-often.ts'
import type { JsonObject } from '../../operations/json-object.ts'

/** The fields of a block that the checks read. The block can be part of a draft or of a release. */
export type BlockForChecks = { id: string; key?: string | null; type: string; content: JsonObject }
export type LessonForChecks = {
  id: string
  key?: string | null
  name: string
  description: string | null
  objectives: readonly string[]
  prerequisites: readonly string[]
  blocks: readonly BlockForChecks[]
}
export type ModuleForChecks<Lesson = LessonForChecks> = {
  id: string
  key?: string | null
  name: string
  description: string | null
  objectives: readonly string[]
  prerequisites: readonly string[]
  lessons: readonly Lesson[]
}
export type CourseForChecks<Lesson = LessonForChecks> = {
  id: string
  name: string
  description: string | null
  language: string | null
  difficulty: string | null
  objectives: readonly string[]
  modules: readonly ModuleForChecks<Lesson>[]
}

/** The fields of a lesson that are known before its content is read. */
export type LessonSummary = Pick<LessonForChecks, 'id' | 'key' | 'name' | 'prerequisites'>
/** A lesson in a release. Two lessons with the same `hash` have the same fields and the same blocks. */
type ReleaseLessonSummary = LessonSummary & { hash: string }
/**
 * A release of a course with summaries of its lessons. For the whole lessons, the checks call `readLessons`. It takes
 * hashes of lessons, and returns a map from the hashes to the lessons.
 */
export type ReleaseForChecks = CourseForChecks<ReleaseLessonSummary> & {
  readLessons(hashes: readonly string[]): Promise<ReadonlyMap<string, LessonForChecks>>
}

/** Returns whether a language tag (BCP 47) means English, such as `en` or `en-GB`. */
export const isEnglish = (language: string | null): boolean => /^en(?:-|$)/i.test(language ?? '')

/**
 * Converts a course row to the form that the checks read. The row must contain the modules, lessons and blocks. The
 * function lets other requests run between two blocks. With `takesContents`, it empties the contents of the rows, so that
 * the course is not in memory twice.
 */
export async function convertCourseForChecks(
  { id, name, description, language, difficulty, objectives, modules = [] }: CourseRow,
  { takesContents = false } = {},
): Promise<CourseForChecks> {
  const pause = makeYieldToEventLoop()
  const checked: (ModuleForChecks & { lessons: LessonForChecks[] })[] = []
  for (const module of modules) {
    const lessons: LessonForChecks[] = []
    for (const { blocks = [], ...lesson } of module.lessons ?? []) {
      const contents: BlockForChecks[] = []
      for (const block of blocks) {
        await pause()
        const { id, key, type, content } = block
        contents.push({ id, key, type, content: JSON.parse(content) as JsonObject })
        if (takesContents) block.content = ''
      }
      const { id, key, name, description, objectives, prerequisites } = lesson
      lessons.push({ id, key, name, description, objectives, prerequisites, blocks: contents })
    }
    const { id, key, name, description, objectives, prerequisites } = module
    checked.push({ id, key, name, description, objectives, prerequisites, lessons })
  }
  return { id, name, description, language, difficulty, objectives, modules: checked }
}
