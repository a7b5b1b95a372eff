import type { PagingArgs } from '../../../operations/validation.ts'
import { defineSqlStatement } from '../../../platform/db/statement.ts'
import {
  matchingEntriesSql,
  primaryDatabaseOptions,
  searchQueryCte,
  searchRankSql,
  searchSqlParameters,
} from './matches.ts'
import { runSearch, type SearchContext } from './run.ts'
import { excerptTextSql } from './searched-columns.ts'

/** A module, lesson or block that matches a search, with the names of its course, module and lesson. */
export type SearchHit = {
  kind: 'module' | 'lesson' | 'block'
  id: string
  courseId: string
  courseName: string
  moduleId: string
  moduleName: string
  lessonId: string | null
  lessonName: string | null
  excerpt: string
}

/** Search excerpts are taken from only this many bytes at the beginning of a text. */
const excerptBytes = 20_480

const text = `CASE page.kind WHEN 'block' THEN ${excerptTextSql('block', 'b')}
  WHEN 'lesson' THEN ${excerptTextSql('lesson', 'l')} ELSE ${excerptTextSql('module', 'm')} END`
const beginning = `text_beginning(${text}, ${excerptBytes})`
const escaped = `replace(replace(replace(${beginning}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`
const options = 'StartSel=<mark>, StopSel=</mark>, MaxFragments=2, MaxWords=24, MinWords=8, FragmentDelimiter=" … "'

// The search returns at least one row, so that a page after the last page also has the total number of matches.
const contentFound = defineSqlStatement<SearchHit & { total: number }>(
  'content_found',
  `WITH ${searchQueryCte}, hits AS (SELECT e.kind, e.id, e.course_id, ${searchRankSql} AS rank FROM ${matchingEntriesSql} AND e.kind <> 'course'),
   page AS (SELECT h.kind, h.id, h.course_id, h.rank FROM hits h ORDER BY h.rank DESC, h.id LIMIT $5 OFFSET $6)
   SELECT list.total, page.kind, page.id, page.course_id AS "courseId", c.name AS "courseName", m.id AS "moduleId",
     m.name AS "moduleName", l.id AS "lessonId", l.name AS "lessonName",
     ts_headline('english', ${escaped}, search.words, '${options}') AS excerpt
   FROM (SELECT count(*)::int AS total FROM hits) list
   CROSS JOIN search
   LEFT JOIN page ON true
   LEFT JOIN blocks b ON page.kind = 'block' AND b.workspace_id = $1 AND b.id = page.id
   LEFT JOIN lessons l ON l.workspace_id = $1 AND l.id = CASE page.kind WHEN 'lesson' THEN page.id ELSE b.lesson_id END
   LEFT JOIN modules m ON m.workspace_id = $1 AND m.id = CASE page.kind WHEN 'module' THEN page.id ELSE l.module_id END
   LEFT JOIN courses c ON c.workspace_id = $1 AND c.id = page.course_id
   ORDER BY page.rank DESC, page.id`,
  primaryDatabaseOptions,
)

/** Searches modules, lessons and blocks. Returns one page, best match first, and the total number of matches. */
export async function findContent(context: SearchContext, search: string, { page, perPage }: PagingArgs) {
  const values = [...searchSqlParameters(context.workspaceId(), search), perPage, (page - 1) * perPage]
  const found = await runSearch(context, [contentFound, values])
  // A search index entry of a deleted record can remain for a moment; the joins then return null for the names.
  const items = found.filter(({ courseName, moduleName }) => courseName !== null && moduleName !== null)
  return { items, total: found[0]?.total ?? 0 }
}
