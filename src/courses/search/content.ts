import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ListPage, Slice } from '../../platform/db/pages.ts'
import { defineSqlStatement } from '../../platform/db/statement.ts'
import type { CourseStatus } from '../outline/rows.ts'
import { makeExcerpt } from './excerpt.ts'
import { findSearchMarks, getTermsToMark } from './marks.ts'
import {
  makeSearchSqlParameters,
  matchingSearchEntriesSql,
  readFromPrimaryOptions,
  searchQueryCte,
  searchRankSql,
} from './matches.ts'
import { runSearch, type SearchRequestContext } from './run.ts'
import { makeExcerptTextSql } from './searched-columns.ts'
import { listTextsToSearchFor, type ParsedSearch } from './words.ts'

type ContentLevel = 'module' | 'lesson' | 'block'

/** A module, lesson or block that matches a search, with the names of its course, module and lesson. */
export type SearchHit = {
  kind: ContentLevel
  id: string
  courseId: string
  courseName: string
  moduleId: string
  moduleName: string
  lessonId: string | null
  lessonName: string | null
  excerpt: string
}

/**
 * The filters of a search for modules, lessons and blocks. Without `courseId` and `status`, the search leaves out
 * archived courses.
 */
type ContentSearchFilter = {
  courseId?: string | null | undefined
  level?: ContentLevel | null | undefined
  blockType?: string | null | undefined
  /** The language of the courses to search. `en` also selects regional variants, such as `en-GB`. */
  language?: string | null | undefined
  /** The status of the courses to search. */
  status?: CourseStatus | null | undefined
}

/** A search excerpt is taken from the first `excerptBytes` bytes of a text. */
const excerptBytes = 20_480

/**
 * An upper bound for the length of an excerpt, in characters. The bound allows for an excerpt in which each letter of
 * the text has its own `<mark>` element.
 */
export const maxExcerptChars = excerptBytes * '<mark>a</mark>'.length + ' … '.length

/**
 * The number of characters above which a text is long. After each excerpt of a long text, the search lets other
 * requests run.
 */
const longText = 2000

type FoundRow = Omit<SearchHit, 'excerpt'> & { total: number; text: string; sameStem: string[]; hasParts: boolean }

const text = `CASE page.kind WHEN 'block' THEN ${makeExcerptTextSql('block', 'b')}
  WHEN 'lesson' THEN ${makeExcerptTextSql('lesson', 'l')} ELSE ${makeExcerptTextSql('module', 'm')} END`

/**
 * SQL that joins the record with an id, or NULLs. Because of OFFSET 0, PostgreSQL looks the record up by its key, and never
 * reads all rows of the workspace for the join.
 */
const joinByIdSql = (table: string, alias: string, id: string) =>
  `LEFT JOIN LATERAL (SELECT o.* FROM ${table} o WHERE o.workspace_id = $1 AND o.id = ${id} OFFSET 0) ${alias} ON true`

// The statement returns at least one row, so that the total is known even for a page after the last page.
const contentFound = defineSqlStatement<FoundRow>(
  'content_found',
  `WITH ${searchQueryCte},
   stems AS MATERIALIZED (
     SELECT tsvector_to_array(to_tsvector('english', search_plain($3, false)) || to_tsvector('english', search_plain($3, true))) AS list
   ),
   hits AS (
     SELECT e.kind, e.id, e.course_id, ${searchRankSql} AS rank FROM ${matchingSearchEntriesSql} AND e.kind <> 'course'
       AND ($6::uuid IS NULL OR e.course_id = $6) AND ($7::text IS NULL OR e.kind = $7)
       AND ($8::text IS NULL OR e.kind = 'block' AND EXISTS (
         SELECT 1 FROM blocks t WHERE t.workspace_id = $1 AND t.id = e.id AND t.type = $8))
       AND ($9::text IS NULL AND $10::text IS NULL OR EXISTS (
         SELECT 1 FROM courses f WHERE f.workspace_id = $1 AND f.id = e.course_id
           AND ($9 IS NULL OR lower(f.language) = lower($9) OR lower(f.language) LIKE lower($9) || '-%')
           AND ($10 IS NULL OR f.status = $10)))
       AND ($6 IS NOT NULL OR $10 IS NOT NULL OR e.course_id NOT IN (
         SELECT a.id FROM courses a WHERE a.workspace_id = $1 AND a.status = 'archived'))
   ),
   page AS (SELECT h.kind, h.id, h.course_id, h.rank FROM hits h ORDER BY h.rank DESC, h.id LIMIT $4 OFFSET $5)
   SELECT list.total, page.kind, page.id, page.course_id AS "courseId", c.name AS "courseName", m.id AS "moduleId",
     m.name AS "moduleName", l.id AS "lessonId", l.name AS "lessonName", shown.text,
     ARRAY(
       SELECT w FROM unnest(tsvector_to_array(search_forms(shown.text))) w
       WHERE w = ANY(stems.list) OR (ts_lexize('english_stem', w))[1] = ANY(stems.list)
     ) AS "sameStem",
     EXISTS (SELECT 1 FROM search_entries e WHERE e.workspace_id = $1 AND e.id = page.id AND e.terms @@ '''~'':*'::tsquery) AS "hasParts"
   FROM (SELECT count(*)::int AS total FROM hits) list
   CROSS JOIN stems
   LEFT JOIN page ON true
   ${joinByIdSql('blocks', 'b', "CASE page.kind WHEN 'block' THEN page.id END")}
   ${joinByIdSql('lessons', 'l', "CASE page.kind WHEN 'lesson' THEN page.id ELSE b.lesson_id END")}
   ${joinByIdSql('modules', 'm', "CASE page.kind WHEN 'module' THEN page.id ELSE l.module_id END")}
   ${joinByIdSql('courses', 'c', 'page.course_id')}
   CROSS JOIN LATERAL (SELECT text_beginning(${text}, ${excerptBytes}) AS text OFFSET 0) shown
   ORDER BY page.rank DESC, page.id`,
  readFromPrimaryOptions,
)

function bindSearch(workspaceId: string, search: ParsedSearch, filter: ContentSearchFilter, { limit, offset }: Slice) {
  const { courseId = null, level = null, blockType = null, language = null, status = null } = filter
  const searched = [...makeSearchSqlParameters(workspaceId, search), listTextsToSearchFor(search).join(' ')]
  return [contentFound, [...searched, limit, offset, courseId, level, blockType, language, status]] as const
}

/** Searches modules, lessons and blocks. Returns one page, best match first, and the total number of matches. */
export async function searchCourseContent(
  context: SearchRequestContext,
  text: string,
  filter: ContentSearchFilter,
  slice: Slice,
): Promise<ListPage<SearchHit>> {
  const bind = (search: ParsedSearch) => bindSearch(context.workspaceId(), search, filter, slice)
  const { rows, search } = await runSearch(context, text, bind, filter.courseId ?? null)
  const terms = getTermsToMark(search)
  // The search index can still contain a record that was just deleted. The joins then return null for the names.
  const present = rows.filter(({ courseName, moduleName }) => courseName !== null && moduleName !== null)
  const items: SearchHit[] = []
  for (const { text, sameStem, hasParts, ...hit } of present) {
    const marks = findSearchMarks(terms, { text, sameStem: new Set(sameStem), hasParts })
    items.push({ ...hit, excerpt: makeExcerpt(text, marks) })
    // The excerpt of a long text takes some milliseconds of CPU time, so other requests run before the next excerpt.
    if (text.length > longText) await nextTurn()
  }
  return { items, total: rows[0]?.total ?? 0 }
}
