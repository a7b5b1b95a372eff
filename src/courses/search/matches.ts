import type { ParsedSearch } from './words.ts'

// These SQL statements must run on the primary database. A replica may lack the latest search index entries.
export const readFromPrimaryOptions = { onPrimary: true }

/**
 * A CTE with two tsqueries for a search. `query` selects the matching search index entries of the workspace `$1`, and
 * `words` ranks these entries. Both tsqueries are NULL if the search has no words.
 */
export const searchQueryCte = `search AS MATERIALIZED (
  SELECT q.words, q.words && quote_literal(workspace_term($1))::tsquery AS query
  FROM (SELECT search_query($2::json) AS words OFFSET 0) q
)`

/** SQL (FROM and WHERE) that selects the matching search index entries of a workspace. */
export const matchingSearchEntriesSql = 'search_entries e, search WHERE e.workspace_id = $1 AND e.terms @@ search.query'
export const searchRankSql = `ts_rank(e.terms, search.words) * CASE e.kind WHEN 'course' THEN 4 WHEN 'block' THEN 1 ELSE 2 END`

/** Returns the SQL parameters of `searchQueryCte`: the workspace id (`$1`) and the parsed search as JSON (`$2`). */
export const makeSearchSqlParameters = (workspaceId: string, search: ParsedSearch) => [
  workspaceId,
  JSON.stringify(search),
]
