import { type BindValue, defineSqlComposer } from '../../platform/db/composed-statements.ts'
import { type ListPage, makeListPage, type Slice } from '../../platform/db/pages.ts'
import { type CourseFilter, composeCourseFilterSql, sampleCourseFilters } from '../course-list/reads/course-filters.ts'
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
import type { ParsedSearch } from './words.ts'

type Search = { workspaceId: string; search: ParsedSearch; filter: CourseFilter } & Slice

// The statement returns at least one row, so that the total is known even for a page after the last page.
function composeCourseSearch({ workspaceId, search, filter, limit, offset }: Search, bind: BindValue): string {
  for (const value of makeSearchSqlParameters(workspaceId, search)) bind(value)
  return `WITH ${searchQueryCte}, hits AS (SELECT e.course_id, max(${searchRankSql}) AS rank FROM ${matchingSearchEntriesSql} GROUP BY e.course_id),
   found AS (
     SELECT c.id, hits.rank FROM hits JOIN courses c ON c.workspace_id = $1 AND c.id = hits.course_id
     WHERE ${composeCourseFilterSql(filter, bind)}
   ),
   page AS (SELECT f.id, f.rank FROM found f ORDER BY f.rank DESC, f.id DESC LIMIT ${bind(limit)} OFFSET ${bind(offset)})
   SELECT list.total, ${courseColumnsSql} FROM (SELECT count(*)::int AS total FROM found) list
   LEFT JOIN page ON true LEFT JOIN courses c ON c.workspace_id = $1 AND c.id = page.id
   ORDER BY page.rank DESC, page.id DESC`
}

const searchOf = defineSqlComposer<Search, CourseRow & { total: number }>(
  'courses_found',
  composeCourseSearch,
  () => sampleCourseFilters.map((filter) => ({ workspaceId: '', search: [], filter, limit: 1, offset: 0 })),
  readFromPrimaryOptions,
)

/**
 * Searches courses and their modules, lessons and blocks. Returns one page of courses, best match first, and the total
 * number of matching courses.
 */
export async function searchCourses(
  context: SearchRequestContext,
  text: string,
  filter: CourseFilter,
  slice: Slice,
): Promise<ListPage<CourseRow>> {
  const workspaceId = context.workspaceId()
  const { rows } = await runSearch(context, text, (search) => searchOf({ workspaceId, search, filter, ...slice }))
  return makeListPage(rows)
}
