import { defineSqlStatement } from '../../platform/db/statement.ts'
import {
  type CourseFilter,
  makeCourseFilterConditionSql,
  makeCourseFilterParameters,
} from '../course-list/reads/course-filters.ts'
import { courseColumnsSql } from '../outline/course-columns.ts'
import type { CourseRow } from '../outline/rows.ts'
import {
  makeSearchSqlParameters,
  matchingSearchEntriesSql,
  readFromPrimaryOptions,
  searchQueryCte,
  searchRankSql,
} from './matches.ts'
import { runSearch, type SearchRequestContext } from './run.ts'

// The statement returns at least one row, so that the total is known even for a page after the last page.
const coursesFound = defineSqlStatement<CourseRow & { total: number }>(
  'courses_found',
  `WITH ${searchQueryCte}, hits AS (SELECT e.course_id, max(${searchRankSql}) AS rank FROM ${matchingSearchEntriesSql} GROUP BY e.course_id),
   found AS (
     SELECT c.id, hits.rank FROM hits JOIN courses c ON c.workspace_id = $1 AND c.id = hits.course_id
     WHERE ${makeCourseFilterConditionSql(3, '$7::uuid[] IS NOT NULL OR $8::text IS NOT NULL')} AND ($7::uuid[] IS NULL OR c.id = ANY($7)) AND ($8::text IS NULL OR c.key = $8)
   ),
   page AS (SELECT f.id, f.rank FROM found f ORDER BY f.rank DESC, f.id DESC LIMIT $9 OFFSET $10)
   SELECT list.total, ${courseColumnsSql} FROM (SELECT count(*)::int AS total FROM found) list
   LEFT JOIN page ON true LEFT JOIN courses c ON c.workspace_id = $1 AND c.id = page.id
   ORDER BY page.rank DESC, page.id DESC`,
  readFromPrimaryOptions,
)

type Slice = { limit: number; offset: number }

/**
 * Searches courses and their modules, lessons and blocks. Returns one page of courses, best match first, and the total
 * number of matching courses.
 */
export async function searchCourses(
  context: SearchRequestContext,
  text: string,
  filter: CourseFilter,
  { limit, offset }: Slice,
) {
  const { rows } = await runSearch(context, text, (search) => [
    coursesFound,
    [
      ...makeSearchSqlParameters(context.workspaceId(), search),
      ...makeCourseFilterParameters(filter),
      filter.ids ?? null,
      filter.key ?? null,
      limit,
      offset,
    ],
  ])
  return { items: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}
