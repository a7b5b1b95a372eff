import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import { courseColumnsSql } from '../../outline/course-columns.ts'
import type { CourseRow } from '../../outline/rows.ts'
import {
  type CourseFilterCombinationName,
  courseFilterCombinations,
  getCourseFilterCombinationName,
  makeObjectByCourseFilterCombination,
} from './course-filter-combinations.ts'
import type { CourseFilter } from './course-filters.ts'
import { countCourseFilterSqlParameters } from './course-page-statements.ts'
import {
  type CourseListPosition,
  type CourseSort,
  makeCourseOrderBySql,
  makeCoursePositionConditionSql,
  makeCoursePositionParameters,
  makeObjectByCourseSort,
} from './course-sorts.ts'

/** The courses of a sorted list to read: at most `limit` courses between the positions `after` and `before`. */
type Slice = {
  /** Reads only courses after this position. Default: the start of the list. */
  after?: CourseListPosition
  /** Reads only courses before this position. Default: the end of the list. */
  before?: CourseListPosition
  limit: number
  /**
   * `forward` reads the first courses after the position `after`. `backward` reads the last courses before the position
   * `before`, in reverse order.
   */
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

const slices = makeObjectByCourseSort((sort) =>
  makeObjectByCourseFilterCombination((name) => ({
    forward: sliceOf(name, sort, 'forward'),
    backward: sliceOf(name, sort, 'backward'),
  })),
)

/**
 * Reads the courses between two positions of a sorted list, for a Relay connection. If a request has the argument
 * `last`, the direction is `backward`.
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
