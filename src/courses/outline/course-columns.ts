import { courseRecordDefinition } from '../records/course.ts'
import { courseSettingsDefinition } from '../records/course-settings.ts'
import type { ColumnDefinition } from '../records/record.ts'
import { isScalarColumn, makeColumnWithAliasSql } from './levels.ts'
import { courseStatusSql, liveReleaseColumnsSql } from './live-release.ts'

const columnsSql = (columns: readonly ColumnDefinition[]) =>
  columns.map((column) => `c.${makeColumnWithAliasSql(column)}`).join(', ')

const leanColumns: readonly ColumnDefinition[] = courseRecordDefinition.columns.filter(isScalarColumn)
const otherColumns: readonly ColumnDefinition[] = [
  ...courseRecordDefinition.columns.filter((column) => !isScalarColumn(column)),
  ...courseSettingsDefinition.columns,
]

// Every SELECT list has the tree version: this process caches the counts of lessons and blocks by tree version.
const leanColumnsSql = `c.id, ${columnsSql(leanColumns)}, ${courseStatusSql}, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt"`

/** The SELECT list for all columns of a course `c`. */
export const courseColumnsSql = `${leanColumnsSql}, c.key, ${columnsSql(otherColumns)}, ${liveReleaseColumnsSql},
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy"`

/**
 * The SELECT lists for a course `c`. `lean` has only the columns for `leanCourseFieldNames` and
 * `leanCourseMetadataFieldNames`.
 */
export const courseSelectListByColumnSet = { complete: courseColumnsSql, lean: leanColumnsSql } as const
/** The name of a SELECT list in `courseSelectListByColumnSet`. */
export type CourseColumnSet = keyof typeof courseSelectListByColumnSet

/**
 * Calls `make` for each set of course columns, `complete` and `lean`, and returns the results under these names.
 */
export const mapEachCourseColumnSet = <T>(make: (columns: CourseColumnSet) => T): Record<CourseColumnSet, T> => ({
  complete: make('complete'),
  lean: make('lean'),
})

/**
 * The GraphQL fields of a course for which the SELECT list `lean` is enough. Separate SQL statements read `modules`,
 * `lessonCount` and `blockCount`.
 */
export const leanCourseFieldNames: ReadonlySet<string> = new Set([
  ...['__typename', 'id', 'status', 'version', 'treeVersion', 'modules', 'lessonCount', 'blockCount'],
  ...leanColumns.map(({ field }) => field),
])

/** The GraphQL fields of a course's `metadata` for which the SELECT list `lean` is enough. */
export const leanCourseMetadataFieldNames: ReadonlySet<string> = new Set(['__typename', 'createdAt', 'updatedAt'])
