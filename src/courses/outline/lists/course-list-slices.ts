import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import { courseColumnsSql } from '../course-columns.ts'
import type { CourseRow } from '../rows.ts'
import {
  type CourseFilterCombinationName,
  courseFilterCombinations,
  getCourseFilterCombinationName,
  mapEachCourseFilterCombinationName,
} from './course-filter-combinations.ts'
import type { CourseFilter } from './course-filters.ts'
import { countCourseFilterSqlParameters } from './course-page-statements.ts'
import {
  type CourseListPosition,
  type CourseSort,
  makeCourseOrderBySql,
  makeCoursePositionConditionSql,
  makeCoursePositionParameters,
  mapEachCourseSort,
} from './course-sorts.ts'

/**
 * Which courses of a sorted list to read. The range lies after the position `after` and before the position `before`.
 * Without `after`, it begins with the first course of the list. Without `before`, it ends with the last course of the
 * list. `forward` reads the first `limit` courses of the range. `backward` reads the last `limit` courses of the range,
 * in reverse order.
 */
type Slice = {
  after?: CourseListPosition
  before?: CourseListPosition
  limit: number
  direction: 'forward' | 'backward'
}

function sliceOf(name: CourseFilterCombinationName, sort: CourseSort, direction: Slice['direction']) {
  const first = countCourseFilterSqlParameters(name) + 1
  const after = makeCoursePositionConditionSql(sort, 'after', first)
  const before = makeCoursePositionConditionSql(sort, 'before', first + after.count)
  const order = makeCourseOrderBySql(sort, { isBackward: direction === 'backward' })
  return defineSqlStatement<CourseRow>(
    `courses_slice_${name}_${sort}_${direction}`,
    `SELECT ${courseColumnsSql} FROM courses c
     WHERE ${courseFilterCombinations[name].where} AND ${after.sql} AND ${before.sql}
     ORDER BY ${order} LIMIT $${first + after.count + before.count}`,
  )
}

const slices = mapEachCourseSort((sort) =>
  mapEachCourseFilterCombinationName((name) => ({
    forward: sliceOf(name, sort, 'forward'),
    backward: sliceOf(name, sort, 'backward'),
  })),
)

/**
 * Reads a part of a list of courses, for a Relay connection. If a request has the argument `last`, the direction is
 * `backward`.
 */
export function readCoursesBetweenPositions(
  sql: SqlRunner,
  workspaceId: string,
  filter: CourseFilter,
  { after, before, limit, direction }: Slice,
  sort: CourseSort = 'created',
) {
  const name = getCourseFilterCombinationName(filter)
  return sql.rows(slices[sort][name][direction], [
    workspaceId,
    ...courseFilterCombinations[name].parameters(filter),
    ...makeCoursePositionParameters(sort, 'after', after),
    ...makeCoursePositionParameters(sort, 'before', before),
    limit,
  ])
}
