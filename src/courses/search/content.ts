import { setImmediate as nextTurn } from 'node:timers/promises'
import { type BindValue, defineSqlComposer } from '../../platform/db/composed-statements.ts'
import type { ListPage, Slice } from '../../platform/db/pages.ts'
import type { CourseStatus } from '../outline/rows.ts'
import { makeExcerpt } from './excerpt.ts'
import { findSearchMarks, getTermsToMark } from './marks.ts'
import { makeMatchCtes, makeSearchSqlParameters, notArchivedSql, readFromPrimaryOptions } from './matches.ts'
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

/** Returns the SQL condition for the search index entries `e` that a filter selects. */
function composeContentFilterSql(
  { courseId, level, blockType, language, status }: ContentSearchFilter,
  bind: BindValue,
): string {
  const course = (condition: string) =>
    `EXISTS (SELECT 1 FROM courses f WHERE f.workspace_id = $1 AND f.id = e.course_id AND ${condition})`
  const conditions = ["e.kind <> 'course'"]
  if (courseId != null) conditions.push(`e.course_id = ${bind(courseId)}`)
  if (level != null) conditions.push(`e.kind = ${bind(level)}`)
  if (blockType != null) {
    const type = `t.workspace_id = $1 AND t.id = e.id AND t.type = ${bind(blockType)}`
    conditions.push(`e.kind = 'block' AND EXISTS (SELECT 1 FROM blocks t WHERE ${type})`)
  }
  if (language != null) {
    const tag = `lower(${bind(language)}::text)`
    conditions.push(course(`(lower(f.language) = ${tag} OR starts_with(lower(f.language), ${tag} || '-'))`))
  }
  if (status != null) conditions.push(course(`f.status = ${bind(status)}`))
  if (courseId == null && status == null) conditions.push(notArchivedSql)
  return conditions.join(' AND ')
}

type ContentSearch = { workspaceId: string; search: ParsedSearch; filter: ContentSearchFilter } & Slice

// The statement returns at least one row, so that the total is known even for a page after the last page.
function composeContentSearch({ workspaceId, search, filter, limit, offset }: ContentSearch, bind: BindValue): string {
  for (const value of makeSearchSqlParameters(workspaceId, search, filter)) bind(value)
  const searched = bind(listTextsToSearchFor(search).join(' '))
  return `WITH ${makeMatchCtes(composeContentFilterSql(filter, bind))},
   stems AS MATERIALIZED (
     SELECT tsvector_to_array(
       to_tsvector('english', search_plain(${searched}, false)) || to_tsvector('english', search_plain(${searched}, true))
     ) AS list
   ),
   page AS (SELECT h.kind, h.id, h.course_id, h.rank FROM matches h ORDER BY h.rank DESC, h.id LIMIT ${bind(limit)} OFFSET ${bind(offset)})
   SELECT list.total, page.kind, page.id, page.course_id AS "courseId", c.name AS "courseName", m.id AS "moduleId",
     m.name AS "moduleName", l.id AS "lessonId", l.name AS "lessonName", shown.text,
     ARRAY(
       SELECT w FROM unnest(tsvector_to_array(search_forms(shown.text))) w
       WHERE w = ANY(stems.list) OR (ts_lexize('english_stem', w))[1] = ANY(stems.list)
     ) AS "sameStem",
     EXISTS (SELECT 1 FROM search_entries e WHERE e.workspace_id = $1 AND e.id = page.id AND e.terms @@ '''~'':*'::tsquery) AS "hasParts"
   FROM (SELECT count(*)::int AS total FROM matches) list
   CROSS JOIN stems
   LEFT JOIN page ON true
   ${joinByIdSql('blocks', 'b', "CASE page.kind WHEN 'block' THEN page.id END")}
   ${joinByIdSql('lessons', 'l', "CASE page.kind WHEN 'lesson' THEN page.id ELSE b.lesson_id END")}
   ${joinByIdSql('modules', 'm', "CASE page.kind WHEN 'module' THEN page.id ELSE l.module_id END")}
   ${joinByIdSql('courses', 'c', 'page.course_id')}
   CROSS JOIN LATERAL (SELECT text_beginning(${text}, ${excerptBytes}) AS text OFFSET 0) shown
   ORDER BY page.rank DESC, page.id`
}

const filters: ContentSearchFilter[] = [
  { courseId: '' },
  { level: 'block' },
  { blockType: 'text' },
  { language: 'en' },
  { status: 'draft' },
]

const searchOf = defineSqlComposer<ContentSearch, FoundRow>(
  'content_found',
  composeContentSearch,
  () =>
    [{}, ...filters, Object.assign({}, ...filters)].map((filter) => ({
      workspaceId: '',
      search: [],
      filter,
      limit: 1,
      offset: 0,
    })),
  readFromPrimaryOptions,
)

/** Searches modules, lessons and blocks. Returns one page, best match first, and the total number of matches. */
export async function searchCourseContent(
  context: SearchRequestContext,
  text: string,
  filter: ContentSearchFilter,
  slice: Slice,
): Promise<ListPage<SearchHit>> {
  const workspaceId = context.workspaceId()
  const { rows, search } = await runSearch(
    context,
    text,
    (search) => searchOf({ workspaceId, search, filter, ...slice }),
    filter.courseId ?? null,
  )
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
