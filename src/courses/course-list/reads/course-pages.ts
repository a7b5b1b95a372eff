import type { BoundSqlStatement, SqlRunner } from '../../../platform/db/statement.ts'
import type { CourseColumnSet } from '../../outline/course-columns.ts'
import type { CourseRow } from '../../outline/rows.ts'
import { courseFilterCombinations, getCourseFilterCombinationName } from './course-filter-combinations.ts'
import type { CourseFilter } from './course-filters.ts'
import { coursePageStatements } from './course-page-statements.ts'
import {
  type CourseListPosition,
  type CourseSort,
  getCreationSortDirection,
  makeCoursePositionParameters,
} from './course-sorts.ts'

/**
 * A request for one page of courses: the page with the number `page`, or the first courses after the position `after`.
 */
export type CoursePageRequest = { perPage: number; columns?: CourseColumnSet } & (
  | { page: number }
  | { after: CourseListPosition }
)

/**
 * Returns whether PostgreSQL finds a page of courses without counting or sorting all matching courses. The read then
 * takes about a millisecond.
 */
export const isFastCoursePageRead = (filter: CourseFilter, sort: CourseSort): boolean =>
  courseFilterCombinations[getCourseFilterCombinationName(filter)].hasStoredCount &&
  getCreationSortDirection(sort) !== undefined

type CoursePageRow = CourseRow & { total: number }

/** Returns the SQL statement for one page of a workspace's courses, with its parameters. */
function makeBoundCoursePageStatement(
  workspaceId: string,
  filter: CourseFilter,
  request: CoursePageRequest,
  sort: CourseSort,
): BoundSqlStatement<CoursePageRow> {
  const name = getCourseFilterCombinationName(filter)
  const { byNumber, byCursor } = coursePageStatements[sort][name]
  const { perPage, columns = 'complete' } = request
  const filterValues = [workspaceId, ...courseFilterCombinations[name].parameters(filter)]
  // If a page starts at a cursor, the total does not show whether more courses follow the page.
  // So the SQL statement also reads one course beyond the page.
  const [statements, ...values] =
    'after' in request
      ? [byCursor, perPage + 1, ...makeCoursePositionParameters(sort, 'after', request.after)]
      : [byNumber, perPage, (request.page - 1) * perPage]
  return [statements[columns], [...filterValues, ...values]]
}

/**
 * The courses of one page, and the total number of courses that match the filter. `hasNext` is true if more courses
 * follow.
 */
export type CoursePage = { items: CourseRow[]; total: number; hasNext: boolean }

function makeCoursePage(rows: readonly CoursePageRow[], request: CoursePageRequest): CoursePage {
  const items = rows.filter((row) => row.id !== null)
  const total = rows[0]?.total ?? 0
  const { perPage } = request
  if ('after' in request) return { items: items.slice(0, perPage), total, hasNext: items.length > perPage }
  const skipped = (request.page - 1) * perPage
  return { items, total, hasNext: items.length > 0 && skipped + items.length < total }
}

/** Reads one page of a workspace's courses. */
export async function readCoursePage(
  sql: Pick<SqlRunner, 'rows'>,
  workspaceId: string,
  filter: CourseFilter,
  request: CoursePageRequest,
  sort: CourseSort = 'created',
): Promise<CoursePage> {
  const statement = makeBoundCoursePageStatement(workspaceId, filter, request, sort)
  return makeCoursePage(await sql.rows(...statement), request)
}
