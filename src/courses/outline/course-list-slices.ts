import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { courseColumnsSql } from './course-columns.ts'
import {
  type CourseFilter,
  type CourseFilterName,
  courseFilters,
  getCourseFilterName,
  makeForEachCourseFilter,
} from './course-filters.ts'
import { getFilterParameterCount } from './course-pages.ts'
import {
  type CoursePosition,
  type CourseSort,
  courseOrderSql,
  makeForEachCourseSort,
  makePositionConditionParameters,
  positionConditionSql,
} from './course-sorts.ts'
import type { CourseRow } from './rows.ts'

/**
 * The part of a sorted list of courses to read: the courses after the position `after` and before the position
 * `before`, at most `limit` of them. If a position is missing, the part begins or ends with the list. `forward` reads
 * the first of these courses. `backward` reads the last of them, and returns the last course first.
 */
type Slice = { after?: CoursePosition; before?: CoursePosition; limit: number; direction: 'forward' | 'backward' }

function sliceOf(name: CourseFilterName, sort: CourseSort, direction: Slice['direction']) {
  const first = getFilterParameterCount(name) + 1
  const after = positionConditionSql(sort, 'after', first)
  const before = positionConditionSql(sort, 'before', first + after.count)
  const order = courseOrderSql(sort, { isBackward: direction === 'backward' })
  return defineSqlStatement<CourseRow>(
    `courses_slice_${name}_${sort}_${direction}`,
    `SELECT ${courseColumnsSql} FROM courses c
     WHERE ${courseFilters[name].where} AND ${after.sql} AND ${before.sql}
     ORDER BY ${order} LIMIT $${first + after.count + before.count}`,
  )
}

const slices = makeForEachCourseSort((sort) =>
  makeForEachCourseFilter((name) => ({
    forward: sliceOf(name, sort, 'forward'),
    backward: sliceOf(name, sort, 'backward'),
  })),
)

/** Reads a part of a list of courses, for a Relay connection. The connection reads backward for its argument `last`. */
export function readCourseListSlice(
  sql: SqlRunner,
  workspaceId: string,
  filter: CourseFilter,
  { after, before, limit, direction }: Slice,
  sort: CourseSort = 'created',
) {
  const name = getCourseFilterName(filter)
  return sql.rows(slices[sort][name][direction], [
    workspaceId,
    ...courseFilters[name].parameters(filter),
    ...makePositionConditionParameters(sort, 'after', after),
    ...makePositionConditionParameters(sort, 'before', before),
    limit,
  ])
}
