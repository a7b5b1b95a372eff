import { lessonRecordDefinition } from '../records/lesson.ts'
import { moduleRecordDefinition } from '../records/module.ts'
import type { ColumnDefinition } from '../records/record.ts'

/** The definition of a level of the course tree (module, lesson or block): its table, its parent and its columns. */
export type LevelDefinition = {
  name: 'module' | 'lesson' | 'block'
  table: string
  parent: 'course' | 'module' | 'lesson'
  parentTable: string
  /** The database column that contains the id of the parent, such as `module_id`. */
  parentColumn: string
  /** The name of the property of a row that contains the id of the parent, such as `moduleId`. */
  parentId: 'courseId' | 'moduleId' | 'lessonId'
  /** The columns that an author sets, in the order of the SQL parameters. */
  columns: readonly ColumnDefinition[]
}

const blockColumns = [
  { field: 'type', column: 'type', type: 'text', presence: 'required', searched: false },
  { field: 'content', column: 'content', type: 'json', presence: 'required', searched: 'C' },
] as const satisfies readonly ColumnDefinition[]

export const levelDefinitions = {
  module: {
    name: 'module',
    table: 'modules',
    parent: 'course',
    parentTable: 'courses',
    parentColumn: 'course_id',
    parentId: 'courseId',
    columns: moduleRecordDefinition.columns,
  },
  lesson: {
    name: 'lesson',
    table: 'lessons',
    parent: 'module',
    parentTable: 'modules',
    parentColumn: 'module_id',
    parentId: 'moduleId',
    columns: lessonRecordDefinition.columns,
  },
  block: {
    name: 'block',
    table: 'blocks',
    parent: 'lesson',
    parentTable: 'lessons',
    parentColumn: 'lesson_id',
    parentId: 'lessonId',
    columns: blockColumns,
  },
} as const satisfies Record<string, LevelDefinition>

export type LevelName = keyof typeof levelDefinitions

/** The names of record types in error messages. */
export const recordTypeTitles = { course: 'Course', module: 'Module', lesson: 'Lesson', block: 'Block' } as const

/**
 * Returns the SET assignments of `tree_version` and `content_updated_at` for an UPDATE of a course that changes or
 * whose tree changes. A trigger that sets these columns would make changes of blocks 10 % slower.
 */
const makeTreeChangeAssignmentsSql = (treeVersion: string) =>
  // `now()` is the start of the transaction. If the row already has a later time, the row keeps this time.
  `tree_version = ${treeVersion}, content_updated_at = greatest(c.content_updated_at, now())`

/** The SET assignments of an UPDATE of `courses c` that archives or unarchives a course. */
export const archivingAssignmentsSql = makeTreeChangeAssignmentsSql('c.tree_version + 1')

/**
 * The SET assignments of an UPDATE of `courses c` if the course, or anything below it, changes. The UPDATE fails if the
 * course is archived (`prisma/sql/archived_course.sql`).
 */
export const treeChangeAssignmentsSql = makeTreeChangeAssignmentsSql(
  "CASE WHEN c.status = 'archived' THEN refuse_archived_course(c.id) ELSE c.tree_version + 1 END",
)

const bookkeeping = [
  'key',
  'version',
  'created_at AS "createdAt"',
  'updated_at AS "updatedAt"',
  'created_by AS "createdBy"',
  'updated_by AS "updatedBy"',
]

/** Returns a column name in double quotes, because the name can be an SQL keyword. */
export const quoteColumnName = ({ column }: ColumnDefinition) => `"${column}"`

/** Returns SQL that selects a column, with the field name as the alias. */
export const makeColumnWithAliasSql = ({ field, column }: ColumnDefinition) =>
  field === column ? `"${column}"` : `"${column}" AS "${field}"`

/** Returns the SELECT list for all columns of the table of a level, with aliases in camel case. */
export function makeCompleteLevelSelectListSql(level: LevelDefinition, alias: string): string {
  const parents = level.parentColumn === 'course_id' ? [] : [`${level.parentColumn} AS "${level.parentId}"`]
  const columns = [
    'id',
    'course_id AS "courseId"',
    ...parents,
    ...level.columns.map(makeColumnWithAliasSql),
    '"order"',
    ...bookkeeping,
  ]
  return columns.map((column) => `${alias}.${column}`).join(', ')
}

/**
 * Returns whether a column has a single value, such as a text or a number. JSON and lists are not scalar. Most queries
 * select only scalar columns.
 */
export const isScalarColumn = ({ type }: ColumnDefinition) => type !== 'json' && !type.endsWith('[]')

/**
 * Returns the SELECT list of one level: all columns, or only ids, position, scalar columns and, with `hasContent`, the
 * content of blocks.
 */
export function makeLevelSelectListSqlByColumnSet(
  level: LevelDefinition,
  alias: string,
  { isComplete, hasContent }: { isComplete: boolean; hasContent: boolean },
) {
  if (isComplete) return makeCompleteLevelSelectListSql(level, alias)
  const fields = level.columns.filter((column) => isScalarColumn(column) || (column.field === 'content' && hasContent))
  const columns = [
    'id',
    `${level.parentColumn} AS "${level.parentId}"`,
    ...fields.map(makeColumnWithAliasSql),
    '"order"',
  ]
  return columns.map((column) => `${alias}.${column}`).join(', ')
}
