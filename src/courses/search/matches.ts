import type { ParsedSearch } from './words.ts'

// These SQL statements must run on the primary database. A replica may lack the latest search index entries.
export const readFromPrimaryOptions = { onPrimary: true }

/**
 * The maximum number of matching records that a search ranks and counts. PostgreSQL has to read each of them from the
 * table, and a frequent word is in most records of a workspace.
 */
export const maxSearchMatches = 2000

/** The level of the records to search, or the one course to search, if a search is limited to them. */
export type SearchScope = { courseId?: string | null; level?: string | null }

/** The parts of a workspace's blocks. The last digit of a block's id, which is random, says which part the block is in. */
const [firstPart, ...furtherParts] = ['0', '1', '2', '3', '4', '5', '6', '7'] as const

/**
 * A search reads `further` instead of `rest` if so many blocks of the first part match that each further part adds half
 * of the records that the search may read.
 */
const frequentMatchesInPart = maxSearchMatches / 2

/**
 * Returns tsqueries for entries in a scope (`prisma/sql/search_scopes.sql`). A search reads those of `first`: the records
 * with names and an eighth of the blocks. Then it reads `rest`, or for a frequent word `further` parts of the blocks, until
 * it has enough matches: an eighth has blocks of all courses.
 */
function listScopeQueries(workspaceId: string, { courseId, level }: SearchScope) {
  const workspace = `workspace:${workspaceId}`
  const quote = (part: string) => `'${workspace}:${part}'`
  const without = (...parts: readonly string[]) => `'${workspace}' & !(${parts.map(quote).join(' | ')})`
  // A version before the parts has written these entries.
  const inNoPart = without('names', firstPart, ...furtherParts)
  if (courseId != null) return { first: [`'course:${courseId}'`], further: [], rest: [inNoPart] }
  if (level != null && level !== 'block') return { first: [quote('names')], further: [], rest: [inNoPart] }
  const first = [...(level == null ? [quote('names')] : []), quote(firstPart)]
  return { first, further: furtherParts.map(quote), rest: [without('names', firstPart)] }
}

/** Returns the SQL parameters of `makeMatchCtes`: the workspace id, the search as JSON, and the lists of scope queries. */
export function makeSearchSqlParameters(workspaceId: string, search: ParsedSearch, scope: SearchScope = {}) {
  const { first, further, rest } = listScopeQueries(workspaceId, scope)
  return [workspaceId, JSON.stringify(search), first, further, rest]
}

/** Returns the SELECT of the matching entries `e` in scopes. `queries` is SQL for the list of their scope queries. */
const makeMatchesSql = (queries: string, condition: string, limit: string) =>
  // `IS NOT DISTINCT FROM` makes PostgreSQL use the text index, in which each entry contains the workspace as a word.
  // With `=` instead of `IS NOT DISTINCT FROM`, PostgreSQL could use the primary key and read the whole workspace.
  `SELECT m.* FROM (
     SELECT search.words, search.words && s.query::tsquery AS query FROM search, unnest(${queries}) s (query) OFFSET 0
   ) s CROSS JOIN LATERAL (
     SELECT e.kind, e.id, e.course_id,
       ts_rank(e.terms, s.words) * CASE e.kind WHEN 'course' THEN 4 WHEN 'block' THEN 1 ELSE 2 END AS rank
     FROM search_entries e WHERE e.workspace_id IS NOT DISTINCT FROM $1 AND e.terms @@ s.query AND ${condition} OFFSET 0
   ) m LIMIT ${limit}`

/**
 * Returns CTEs for a search. `matches` has the `kind`, `id`, `course_id` and `rank` of the matching search index entries, at
 * most `maxSearchMatches`. It is empty if the search has no words.
 * @param condition SQL that is true for the entries `e` to find
 */
export const makeMatchCtes = (condition: string) =>
  `search AS MATERIALIZED (SELECT search_query($2::json) AS words),
   first_matches AS MATERIALIZED (${makeMatchesSql('$3::text[]', condition, String(maxSearchMatches))}),
   first_counts AS MATERIALIZED (
     SELECT count(*) AS matches, count(*) FILTER (WHERE f.kind = 'block') AS blocks FROM first_matches f
   ),
   matches AS MATERIALIZED (
     SELECT f.* FROM first_matches f UNION ALL (${makeMatchesSql(
       `CASE WHEN (SELECT c.blocks FROM first_counts c) >= ${frequentMatchesInPart} THEN $4::text[] ELSE $5::text[] END`,
       condition,
       `(SELECT ${maxSearchMatches} - c.matches FROM first_counts c)`,
     )})
   )`

/** SQL that is true for the entries `e` of courses that are not archived. */
export const notArchivedSql =
  "e.course_id NOT IN (SELECT a.id FROM courses a WHERE a.workspace_id = $1 AND a.status = 'archived')"
