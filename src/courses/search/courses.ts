import { type BindValue, defineSqlComposer } from '../../platform/db/composed-statements.ts'
import { type ListPage, makeListPage, type Slice } from '../../platform/db/pages.ts'
import { type CourseFilter, composeCourseFilterSql, sampleCourseFilters } from '../course-list/reads/course-filters.ts'
import { courseColumnsSql } from '../outline/course-columns.ts'
import type { CourseRow } from '../outline/rows.ts'
import { makeMatchCtes, makeSearchSqlParameters, notArchivedSql, readFromPrimaryOptions } from './matches.ts'
import { runSearch, type SearchRequestContext } from './run.ts'
import type { ParsedSearch } from './words.ts'

type Search = { workspaceId: string; search: ParsedSearch; filter: CourseFilter } & Slice

/** Returns the SQL condition for the search index entries `e` of the courses that a filter selects. */
function composeFilterSql(filter: CourseFilter, bind: BindValue): string {
  const isEmpty = Object.values(filter).every((value) => value == null)
  // Most courses are not archived, and this condition reads the others.
  if (isEmpty) return notArchivedSql
  return `e.course_id IN (SELECT c.id FROM courses c WHERE c.workspace_id = $1 AND ${composeCourseFilterSql(filter, bind)})`
}

// The statement returns at least one row, so that the total is known even for a page after the last page.
function composeCourseSearch({ workspaceId, search, filter, limit, offset }: Search, bind: BindValue): string {
  for (const value of makeSearchSqlParameters(workspaceId, search)) bind(value)
  return `WITH ${makeMatchCtes(composeFilterSql(filter, bind))},
   hits AS (SELECT m.course_id, max(m.rank) AS rank FROM matches m GROUP BY m.course_id),
   found AS (
     SELECT h.course_id AS id, h.rank FROM hits h
     WHERE EXISTS (SELECT 1 FROM courses c WHERE c.workspace_id = $1 AND c.id = h.course_id OFFSET 0)
   ),
   page AS (SELECT f.id, f.rank FROM found f ORDER BY f.rank DESC, f.id DESC LIMIT ${bind(limit)} OFFSET ${bind(offset)})
   SELECT list.total, ${courseColumnsSql} FROM (SELECT count(*)::int AS total FROM found) list
   LEFT JOIN page ON true
   LEFT JOIN LATERAL (SELECT o.* FROM courses o WHERE o.workspace_id = $1 AND o.id = page.id OFFSET 0) c ON true
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
