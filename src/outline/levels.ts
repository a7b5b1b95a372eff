/** One ordered level of a course's outline: where its rows stand and what places them. */
export type Level = {
  name: 'module' | 'lesson' | 'block'
  table: string
  parent: 'course' | 'module' | 'lesson'
  parentTable: string
  /** The parent's column here, and its name in a row. */
  parentColumn: string
  parentId: 'courseId' | 'moduleId' | 'lessonId'
  /** The author's own columns, in the order in which statements bind them. */
  fields: readonly string[]
}

export const levels = {
  module: {
    name: 'module',
    table: 'modules',
    parent: 'course',
    parentTable: 'courses',
    parentColumn: 'course_id',
    parentId: 'courseId',
    fields: ['name', 'description'],
  },
  lesson: {
    name: 'lesson',
    table: 'lessons',
    parent: 'module',
    parentTable: 'modules',
    parentColumn: 'module_id',
    parentId: 'moduleId',
    fields: ['name', 'description'],
  },
  block: {
    name: 'block',
    table: 'blocks',
    parent: 'lesson',
    parentTable: 'lessons',
    parentColumn: 'lesson_id',
    parentId: 'lessonId',
    fields: ['type', 'content'],
  },
} as const satisfies Record<string, Level>

export type LevelName = keyof typeof levels

/** How messages name a record. */
export const titles = { course: 'Course', module: 'Module', lesson: 'Lesson', block: 'Block' } as const

const bookkeeping = ['key', 'version', 'created_at AS "createdAt"', 'updated_at AS "updatedAt"']

/** What a level's row is read as: camel case, the parent's id, the author's fields. */
export function columnsOf(level: Level, alias: string): string {
  const parents = level.parentColumn === 'course_id' ? [] : [`${level.parentColumn} AS "${level.parentId}"`]
  const columns = ['id', 'course_id AS "courseId"', ...parents, ...level.fields, '"order"', ...bookkeeping]
  return columns.map((column) => `${alias}.${column}`).join(', ')
}

/** The columns of a row that stands in a tree: its place and what is asked of it. */
export function treeColumnsOf(level: Level, alias: string, { whole, content }: { whole: boolean; content: boolean }) {
  if (whole) return columnsOf(level, alias)
  const fields = level.fields.filter((field) => field !== 'content' || content)
  const columns = ['id', `${level.parentColumn} AS "${level.parentId}"`, ...fields, '"order"']
  return columns.map((column) => `${alias}.${column}`).join(', ')
}
