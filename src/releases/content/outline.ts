import { createHash } from 'node:crypto'
import { courseRecordDefinition } from '../../courses/records/course.ts'
import { lessonRecordDefinition } from '../../courses/records/lesson.ts'
import { moduleRecordDefinition } from '../../courses/records/module.ts'
import type { StoredFieldValues } from '../../courses/records/record.ts'

/**
 * A lesson in an outline. `hash` identifies the content of the lesson in the table `release_nodes`. `blocks` is the
 * number of blocks in the lesson.
 */
export type OutlineLesson = {
  id: string
  key: string | null
  name: string
  durationMinutes: number | null
  prerequisites: string[]
  optional: boolean
  blocks: number
  hash: string
}

export type OutlineModule = { id: string; key: string | null } & StoredFieldValues<
  typeof moduleRecordDefinition.fields
> & {
    lessons: OutlineLesson[]
  }

/**
 * The outline of a course, as the table `releases` stores it: the course, its modules, and their lessons without
 * content.
 */
export type Outline = { id: string } & StoredFieldValues<typeof courseRecordDefinition.fields> & {
    modules: OutlineModule[]
  }

export type ReleaseBlock = { id: string; key: string | null; type: string; content: Record<string, unknown> }

/** The content of a lesson in a release, stored in the table `release_nodes`. */
export type ReleaseLesson = { id: string; courseId: string; key: string | null } & StoredFieldValues<
  typeof lessonRecordDefinition.fields
> & { blocks: ReleaseBlock[] }

const pick = (names: readonly string[], row: object) =>
  Object.fromEntries(names.map((name) => [name, row[name as keyof typeof row]]))

const fieldNames = (definition: { columns: readonly { field: string }[] }) =>
  definition.columns.map(({ field }) => field)

const courseFields = ['id', ...fieldNames(courseRecordDefinition)]
const moduleFields = ['id', 'key', ...fieldNames(moduleRecordDefinition)]

/** The names of the fields that an author sets on a course, module or lesson. */
export const authoredFieldNames = {
  course: fieldNames(courseRecordDefinition),
  module: fieldNames(moduleRecordDefinition),
  lesson: fieldNames(lessonRecordDefinition),
}

/**
 * Makes an outline. The order of its properties is fixed, because releases are compared by the hash of the JSON text.
 */
export function makeOutline(
  course: object,
  modules: readonly { id: string }[],
  lessonsByModule: ReadonlyMap<string, OutlineLesson[]>,
): Outline {
  return {
    ...pick(courseFields, course),
    modules: modules.map((module) => ({
      ...pick(moduleFields, module),
      lessons: lessonsByModule.get(module.id) ?? [],
    })),
  } as Outline
}

export const parseOutline = (text: string) => JSON.parse(text) as Outline

/** Returns the JSON text of an outline and its SHA-256, which is the hash of the release. */
export function stringifyAndHashOutline(outline: Outline): { text: string; hash: string } {
  const text = JSON.stringify(outline)
  return { text, hash: createHash('sha256').update(text).digest('hex') }
}

export const listOutlineLessons = ({ modules }: Outline): OutlineLesson[] => modules.flatMap(({ lessons }) => lessons)

/** Returns the number of modules, lessons and blocks in an outline. */
export const countOutlineRecords = (outline: Outline): number =>
  listOutlineLessons(outline).reduce((sum, { blocks }) => sum + 1 + blocks, outline.modules.length)

/**
 * Returns a course, module or lesson with `attributes` as an object. In outlines and database tables, `attributes` is
 * JSON text.
 */
export const copyRecordWithParsedAttributes = (record: object): object =>
  'attributes' in record && typeof record.attributes === 'string'
    ? { ...record, attributes: JSON.parse(record.attributes) as unknown }
    : record
