import { defineSqlStatement } from '../../../platform/db/statement.ts'
import { courseSelectListByColumnSet, mapEachCourseColumnSet } from '../../outline/course-columns.ts'
import type { CourseRow } from '../../outline/rows.ts'
import {
  type CourseFilterCombinationName,
  courseFilterCombinations,
  makeObjectByCourseFilterCombination,
} from './course-filter-combinations.ts'
import {
  type CourseSort,
  getCreationSortDirection,
  makeCourseOrderBySql,
  makeCoursePositionConditionSql,
  makeObjectByCourseSort,
} from './course-sorts.ts'

/** Returns how many SQL parameters a combination of course filters has. The workspace id counts too. */
export const countCourseFilterSqlParameters = (name: CourseFilterCombinationName) =>
  1 + courseFilterCombinations[name].parameters({}).length

/**
 * Returns SQL for the id of the first course of a page. The parameter `skipped` is SQL for the number of courses before
 * the page. PostgreSQL reads an index up to this course, starting at the nearer end of the list.
 */
const firstIdOfPage = (where: string, skipped: string, order: 'ASC' | 'DESC') => `CASE
  WHEN ${skipped} <= (SELECT total FROM list) / 2
    THEN (SELECT c.id FROM courses c WHERE ${where} ORDER BY c.id ${order} LIMIT 1 OFFSET ${skipped})
  WHEN ${skipped} < (SELECT total FROM list)
    THEN (SELECT c.id FROM courses c WHERE ${where} ORDER BY c.id ${order === 'ASC' ? 'DESC' : 'ASC'} LIMIT 1 OFFSET (SELECT total FROM list) - 1 - ${skipped})
  END`

/** Returns the condition, ORDER BY and LIMIT of the SQL statement that reads a page of courses by its page number. */
function pageSql(name: CourseFilterCombinationName, sort: CourseSort, limit: string, skipped: string): string {
  const { where, hasStoredCount } = courseFilterCombinations[name]
  const order = getCreationSortDirection(sort)
  const rest = `ORDER BY ${makeCourseOrderBySql(sort)} LIMIT ${limit}`
  // With this OFFSET, PostgreSQL also reads all courses of the earlier pages, which is slower than `firstIdOfPage`.
  // `content_updated_at` has no index, because every write of a block would have to update the index.
  if (!order || !hasStoredCount) return `true ${rest} OFFSET ${skipped}`
  return `c.id ${order === 'ASC' ? '>=' : '<='} ${firstIdOfPage(where, skipped, order)} ${rest}`
}

/**
 * Returns SQL for the number of courses that match the filters. If `hasStoredCount` is true, the SQL adds up the counts
 * that triggers store in `course_tallies` (`prisma/sql/course_tallies.sql`).
 */
const totalSql = (name: CourseFilterCombinationName) =>
  courseFilterCombinations[name].hasStoredCount
    ? `SELECT coalesce(sum(c.courses), 0)::int AS total FROM course_tallies c WHERE ${courseFilterCombinations[name].where}`
    : `SELECT count(*)::int AS total FROM courses c WHERE ${courseFilterCombinations[name].where}`

/**
 * Makes the SQL statement that reads a page of courses and their total. It returns at least one row, so that the total
 * is always known.
 */
const pageOf = (statementName: string, name: CourseFilterCombinationName, page: string) =>
  mapEachCourseColumnSet((columns) =>
    defineSqlStatement<CourseRow & { total: number }>(
      `${statementName}_${columns}`,
      `WITH list AS (${totalSql(name)})
       SELECT list.total, page.* FROM list LEFT JOIN LATERAL (
         SELECT ${courseSelectListByColumnSet[columns]} FROM courses c WHERE ${courseFilterCombinations[name].where} AND ${page}
       ) page ON true`,
    ),
  )

function pageByNumber(name: CourseFilterCombinationName, sort: CourseSort) {
  const limit = countCourseFilterSqlParameters(name) + 1
  return pageOf(`courses_page_${name}_${sort}`, name, pageSql(name, sort, `$${limit}`, `$${limit + 1}::bigint`))
}

function pageByCursor(name: CourseFilterCombinationName, sort: CourseSort) {
  const limit = countCourseFilterSqlParameters(name) + 1
  const { sql } = makeCoursePositionConditionSql(sort, 'after', limit + 1)
  const page = `${sql} ORDER BY ${makeCourseOrderBySql(sort)} LIMIT $${limit}`
  return pageOf(`courses_after_${name}_${sort}`, name, page)
}

/**
 * The SQL statements that read a page of courses. The keys are the order of the list, the combination
 * of its filters, and `byNumber` or `byCursor`.
 */
export const coursePageStatements = makeObjectByCourseSort((sort) =>
  makeObjectByCourseFilterCombination((name) => ({
    byNumber: pageByNumber(name, sort),
    byCursor: pageByCursor(name, sort),
  })),
)
