import type { CourseRow } from '../../courses/outline/rows.ts'
import { makeYieldToEventLoop } from '../../courses/tree/yield-often.ts'
import type { JsonObject } from '../../operations/json-object.ts'

/** The fields of a course that the checks read, from its draft or from a release. */
export type CheckedBlock = { id: string; key?: string | null; type: string; content: JsonObject }
export type CheckedLesson = {
  id: string
  key?: string | null
  name: string
  description: string | null
  objectives: readonly string[]
  prerequisites: readonly string[]
  blocks: readonly CheckedBlock[]
}
export type CheckedModule<Lesson = CheckedLesson> = {
  id: string
  key?: string | null
  name: string
  description: string | null
  objectives: readonly string[]
  prerequisites: readonly string[]
  lessons: readonly Lesson[]
}
export type CheckedCourse<Lesson = CheckedLesson> = {
  id: string
  name: string
  description: string | null
  language: string | null
  difficulty: string | null
  objectives: readonly string[]
  modules: readonly CheckedModule<Lesson>[]
}

/** The fields of a lesson that are known without its content. */
export type LessonSummary = Pick<CheckedLesson, 'id' | 'key' | 'name' | 'prerequisites'>
/** A lesson in a release. Two lessons with the same `hash` have the same fields and the same blocks. */
export type FrozenLessonSummary = LessonSummary & { hash: string }
/** A course whose lessons are read only if the checks need them. `readLessons` returns a map from hashes to lessons. */
export type FrozenCourse = CheckedCourse<FrozenLessonSummary> & {
  readLessons(hashes: readonly string[]): Promise<ReadonlyMap<string, CheckedLesson>>
}

/** Returns whether a BCP 47 tag names English. */
export const isEnglish = (language: string | null): boolean => /^en(?:-|$)/i.test(language ?? '')

/**
 * Converts a course row to the form that the checks read. The row must contain the modules, lessons and blocks. Other
 * requests can run between two blocks.
 */
export async function toCheckedCourse({
  id,
  name,
  description,
  language,
  difficulty,
  objectives,
  modules = [],
}: CourseRow): Promise<CheckedCourse> {
  const pause = makeYieldToEventLoop()
  const checked: (CheckedModule & { lessons: CheckedLesson[] })[] = []
  for (const module of modules) {
    const lessons: CheckedLesson[] = []
    for (const { blocks = [], ...lesson } of module.lessons ?? []) {
      const contents: CheckedBlock[] = []
      for (const { id, key, type, content } of blocks) {
        await pause()
        contents.push({ id, key, type, content: JSON.parse(content) as JsonObject })
      }
      const { id, key, name, description, objectives, prerequisites } = lesson
      lessons.push({ id, key, name, description, objectives, prerequisites, blocks: contents })
    }
    const { id, key, name, description, objectives, prerequisites } = module
    checked.push({ id, key, name, description, objectives, prerequisites, lessons })
  }
  return { id, name, description, language, difficulty, objectives, modules: checked }
}
