import type { Paging } from '../checks.ts'
import { type Queries, statement } from '../db/sql.ts'
import { type CourseFilter, courseColumns } from './courses.ts'
import type { CourseRow } from './rows.ts'

// Words that have just been looked up are on no replica yet.
const onPrimary = { onPrimary: true }
const catchUp = statement<never>('search_catch_up', 'SELECT search_catch_up($1, $2, true)', onPrimary)
const catchUpAll = statement<never>(
  'search_catch_up_all',
  `SELECT search_catch_up(w.workspace_id, $1, false) FROM (SELECT DISTINCT p.workspace_id FROM search_pending p LIMIT 4) w`,
)

/** Looks up the words of what has changed, a batch for each workspace, so that a search finds little left to do. */
export const catchUpEverywhere = (sql: Queries) => sql.rows(catchUpAll, [1000])

/**
 * Writes note what they changed and leave the words for later; a search looks up what is left of its workspace first, so
 * that it finds all that was written before it.
 */
const caughtUp = (sql: Queries, workspaceId: string) => sql.rows(catchUp, [workspaceId, 1_000_000])

/**
 * What is asked, as PostgreSQL takes it: the words as a person writes them (`"a phrase"`, `-not`, `or`), and apart from
 * that all but the last with the last as the beginning of a word, for those who are still typing.
 */
export function wordsOf(search: string): { whole: string; head: string; prefix: string | null } {
  const last = /[\p{L}\p{N}]+$/u.exec(search)?.[0] ?? null
  const plain = last !== null && !/["-]/.test(search)
  return {
    whole: search,
    head: plain ? search.slice(0, -last.length) : '',
    prefix: plain ? `${last.toLowerCase()}:*` : null,
  }
}

// `words` is NULL where nothing is left to look for (only stop words or signs), and then nothing is found.
const asked = `asked AS (
  SELECT words, words && quote_literal(workspace_term($1))::tsquery AS query FROM (
    SELECT CASE WHEN numnode(given) > 0 THEN given END AS words FROM (
      SELECT websearch_to_tsquery('simple', $2) || websearch_to_tsquery('english', $2)
        || CASE WHEN $4::text IS NULL THEN ''::tsquery ELSE websearch_to_tsquery('simple', $3) && to_tsquery('simple', $4) END AS given
    ) given
  ) words
)`
const weight = `CASE e.kind WHEN 'course' THEN 4 WHEN 'block' THEN 1 ELSE 2 END`
const matches = 'search_entries e, asked WHERE e.terms @@ asked.query AND e.workspace_id = $1'
const published = `($5::boolean IS NULL OR c.status = CASE WHEN $5 THEN 'published' ELSE 'draft' END)`

const courseHits = `WITH ${asked}, hits AS (
    SELECT e.course_id, max(ts_rank(e.terms, asked.words) * ${weight}) AS rank FROM ${matches} GROUP BY e.course_id
  )`
const coursesFound = statement<CourseRow>(
  'courses_found',
  `${courseHits} SELECT ${courseColumns} FROM hits JOIN courses c ON c.id = hits.course_id AND c.workspace_id = $1
   WHERE ${published} ORDER BY hits.rank DESC, c.id DESC LIMIT $6 OFFSET $7`,
  onPrimary,
)
const coursesCounted = statement<{ total: number }>(
  'courses_found_count',
  `${courseHits} SELECT count(*)::int AS total FROM hits JOIN courses c ON c.id = hits.course_id AND c.workspace_id = $1 WHERE ${published}`,
  onPrimary,
)

const values = (workspaceId: string, search: string) => {
  const { whole, head, prefix } = wordsOf(search)
  return [workspaceId, whole, head, prefix]
}

type Slice = { limit: number; offset: number }

/** The courses that have the words in a name, a description or a block, the best first. */
export async function findCourses(
  sql: Queries,
  workspaceId: string,
  search: string,
  { published = null }: CourseFilter,
  { limit, offset }: Slice,
) {
  await caughtUp(sql, workspaceId)
  return sql.rows(coursesFound, [...values(workspaceId, search), published, limit, offset])
}

/** One page of such courses with the number of all. */
export async function findCoursePage(
  sql: Queries,
  workspaceId: string,
  search: string,
  { published = null }: CourseFilter,
  { page, perPage }: Paging,
) {
  await caughtUp(sql, workspaceId)
  const asked = [...values(workspaceId, search), published]
  const [items, [count]] = await Promise.all([
    sql.rows(coursesFound, [...asked, perPage, (page - 1) * perPage]),
    sql.rows(coursesCounted, asked),
  ])
  return { items, total: count?.total ?? 0 }
}

/** A module, lesson or block that has the words, with the names above it. */
export type Hit = {
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

const escaped = (source: string) => `replace(replace(replace(${source}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`
const source = `CASE h.kind WHEN 'block' THEN content_text(b.content)
  WHEN 'lesson' THEN concat_ws(' — ', l.name, l.description) ELSE concat_ws(' — ', m.name, m.description) END`
const options = 'StartSel=<mark>, StopSel=</mark>, MaxFragments=2, MaxWords=24, MinWords=8, FragmentDelimiter=" … "'
const below = `e.kind <> 'course'`

const contentFound = statement<Hit>(
  'content_found',
  `WITH ${asked}, h AS (
     SELECT e.kind, e.id, e.course_id, ts_rank(e.terms, asked.words) * ${weight} AS rank, asked.words FROM ${matches} AND ${below}
     ORDER BY rank DESC, e.id LIMIT $5 OFFSET $6
   )
   SELECT h.kind, h.id, h.course_id AS "courseId", c.name AS "courseName", m.id AS "moduleId", m.name AS "moduleName",
     l.id AS "lessonId", l.name AS "lessonName", ts_headline('english', ${escaped(source)}, h.words, '${options}') AS excerpt
   FROM h JOIN courses c ON c.id = h.course_id
   LEFT JOIN blocks b ON h.kind = 'block' AND b.id = h.id
   LEFT JOIN lessons l ON l.id = CASE h.kind WHEN 'lesson' THEN h.id ELSE b.lesson_id END
   JOIN modules m ON m.id = CASE h.kind WHEN 'module' THEN h.id ELSE l.module_id END
   WHERE c.workspace_id = $1 ORDER BY h.rank DESC, h.id`,
  onPrimary,
)
const contentCounted = statement<{ total: number }>(
  'content_found_count',
  `WITH ${asked} SELECT count(*)::int AS total FROM ${matches} AND ${below}`,
  onPrimary,
)

/** One page of the modules, lessons and blocks that have the words, the best first, with the number of all. */
export async function findContent(sql: Queries, workspaceId: string, search: string, { page, perPage }: Paging) {
  await caughtUp(sql, workspaceId)
  const [items, [count]] = await Promise.all([
    sql.rows(contentFound, [...values(workspaceId, search), perPage, (page - 1) * perPage]),
    sql.rows(contentCounted, values(workspaceId, search)),
  ])
  return { items, total: count?.total ?? 0 }
}
