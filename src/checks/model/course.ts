import type { CourseRow } from '../../courses/outline/rows.ts'
import type { JsonObject } from '../../operations/json-object.ts'

/** The fields of a course that the checks read, from its draft or from a release. */
export type CheckedBlock = { id: string; key?: string | null; type: string; content: JsonObject }
export type CheckedLesson = {
  id: string
  key?: string | null
  name: string
  objectives: readonly string[]
  blocks: readonly CheckedBlock[]
}
export type CheckedModule = {
  id: string
  key?: string | null
  name: string
  objectives: readonly string[]
  lessons: readonly CheckedLesson[]
}
export type CheckedCourse = {
  id: string
  name: string
  language: string | null
  difficulty: string | null
  objectives: readonly string[]
  modules: readonly CheckedModule[]
}

/** Converts a course that was read with its modules, lessons and blocks. */
export const toCheckedCourse = ({ id, name, language, difficulty, objectives, modules }: CourseRow): CheckedCourse => ({
  id,
  name,
  language,
  difficulty,
  objectives,
  modules: (modules ?? []).map(({ id, key, name, objectives, lessons }) => ({
    id,
    key,
    name,
    objectives,
    lessons: (lessons ?? []).map(({ id, key, name, objectives, blocks }) => ({
      id,
      key,
      name,
      objectives,
      blocks: (blocks ?? []).map(({ id, key, type, content }) => ({
        id,
        key,
        type,
        content: JSON.parse(content) as JsonObject,
      })),
    })),
  })),
})
