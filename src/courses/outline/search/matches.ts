import { parseSearchText } from './words.ts'

// A search runs on the primary database, because a replica may lack the latest search index entries.
export const primaryDatabaseOptions = { onPrimary: true }

/** SQL (CTE) that makes the tsquery of a search. The column `words` is NULL if the search has only stop words. */
export const searchQueryCte = `search AS (
  SELECT words, words && quote_literal(workspace_term($1))::tsquery AS query FROM (
    SELECT CASE WHEN numnode(given) > 0 THEN given END AS words FROM (
      SELECT websearch_to_tsquery('simple', $2) || websearch_to_tsquery('english', $2)
        || CASE WHEN $4::text IS NULL THEN ''::tsquery ELSE websearch_to_tsquery('simple', $3) && to_tsquery('simple', $4) END AS given
    ) given
  ) words
)`

/** SQL (FROM and WHERE) that selects the matching search index entries of a workspace. */
export const matchingEntriesSql = 'search_entries e, search WHERE e.workspace_id = $1 AND e.terms @@ search.query'
export const searchRankSql = `ts_rank(e.terms, search.words) * CASE e.kind WHEN 'course' THEN 4 WHEN 'block' THEN 1 ELSE 2 END`

/** Returns the SQL parameters `$1` to `$4` of a search: the workspace and the parts of the search text. */
export function searchSqlParameters(workspaceId: string, search: string) {
  const { whole, head, prefix } = parseSearchText(search)
  return [workspaceId, whole, head, prefix]
}
