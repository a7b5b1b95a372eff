import { courseRecordDefinition } from '../../courses/records/course.ts'
import { lessonRecordDefinition } from '../../courses/records/lesson.ts'
import { moduleRecordDefinition } from '../../courses/records/module.ts'
import { type ColumnDefinition, getEmptyValue } from '../../courses/records/record.ts'
import type { Outline, OutlineLesson, ReleaseLesson } from './outline.ts'

// A stored release lacks the fields that are newer than the release.
// Responses must contain every field, so this file adds missing fields with an empty value.

type Columns = { columns: readonly ColumnDefinition[] }

const emptyFields = ({ columns }: Columns) =>
  Object.fromEntries(columns.map((column) => [column.field, getEmptyValue(column)]))

const [emptyCourse, emptyModule, emptyLesson] = [
  emptyFields(courseRecordDefinition),
  emptyFields(moduleRecordDefinition),
  emptyFields(lessonRecordDefinition),
]

const emptyEntry = { durationMinutes: null, prerequisites: [], optional: false } satisfies Partial<OutlineLesson>

/**
 * Adds the fields that the course, the modules and the lessons of an outline lack. Their values are empty.
 */
export const addMissingOutlineFields = ({ id, modules, ...fields }: Outline): Outline => ({
  id,
  ...emptyCourse,
  ...fields,
  modules: modules.map(({ id, key, lessons, ...own }) => ({
    id,
    key,
    ...emptyModule,
    ...own,
    lessons: lessons.map((lesson) => ({ ...emptyEntry, ...lesson })),
  })),
})

const lessonFieldMarks = ['id', 'courseId', 'key', ...Object.keys(emptyLesson), 'blocks'].map((name) => `"${name}":`)

/** Returns whether the JSON text of a lesson contains every field, in the order in which new releases store them. */
function hasAllFields(text: string): boolean {
  let at = 0
  for (const member of lessonFieldMarks) {
    at = text.indexOf(member, at)
    if (at === -1) return false
  }
  return true
}

/** Adds the fields that the JSON text of a lesson lacks. Returns the same text if no field is missing. */
export function addMissingLessonFields(stored: string): string {
  if (hasAllFields(stored)) return stored
  const { id, courseId, key, blocks, ...fields } = JSON.parse(stored) as ReleaseLesson
  return JSON.stringify({ id, courseId, key, ...emptyLesson, ...fields, blocks })
}
