import { courseRecordDefinition } from '../records/course.ts'
import { courseSettingsDefinition } from '../records/course-settings.ts'
import type { FieldColumn } from '../records/record.ts'
import { columnWithAliasSql, isLeanColumn } from './levels.ts'
import { liveColumnsSql, statusSql } from './live-release.ts'

const columnsSql = (columns: readonly FieldColumn[]) =>
  columns.map((column) => `c.${columnWithAliasSql(column)}`).join(', ')

const leanColumns: readonly FieldColumn[] = courseRecordDefinition.columns.filter(isLeanColumn)
const otherColumns: readonly FieldColumn[] = [
  ...courseRecordDefinition.columns.filter((column) => !isLeanColumn(column)),
  ...courseSettingsDefinition.columns,
]

// The tree version is needed, because this process remembers the counts of a course by tree version.
const leanColumnsSql = `c.id, ${columnsSql(leanColumns)}, ${statusSql}, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt"`

/** The SELECT list for all columns of a course `c`. */
export const courseColumnsSql = `${leanColumnsSql}, c.key, ${columnsSql(otherColumns)}, ${liveColumnsSql},
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy"`

/**
 * The SELECT lists for a course `c`: all columns, or the lean columns, which are enough for a request that selects only
 * `leanCourseFields`.
 */
export const courseSelectLists = { complete: courseColumnsSql, lean: leanColumnsSql } as const
export type CourseColumnSet = keyof typeof courseSelectLists

/** Makes one value, such as an SQL statement, for each set of columns. */
export const makeForEachCourseColumnSet = <T>(make: (columns: CourseColumnSet) => T): Record<CourseColumnSet, T> => ({
  complete: make('complete'),
  lean: make('lean'),
})

/** The GraphQL fields of a course that need only the lean columns. The modules and the counts are read separately. */
export const leanCourseFields: ReadonlySet<string> = new Set([
  ...['__typename', 'id', 'status', 'version', 'treeVersion', 'modules', 'lessonCount', 'blockCount'],
  ...leanColumns.map(({ field }) => field),
])

/** The GraphQL fields of `metadata` of a course that need only the lean columns. */
export const leanCourseTimes: ReadonlySet<string> = new Set(['__typename', 'createdAt', 'updatedAt'])
