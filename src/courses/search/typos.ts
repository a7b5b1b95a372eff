import { defineSqlStatement } from '../../platform/db/statement.ts'
import { foldWord } from './fold.ts'
import { readFromPrimaryOptions } from './matches.ts'
import { listOneLetterVariants } from './one-letter-variants.ts'
import type { ParsedSearch } from './words.ts'

/**
 * The maximum number of words of a search that are corrected. For each of these words, PostgreSQL looks up as many as
 * 1,900 similar words.
 */
const maxWords = 3
/** The maximum number of corrections of one word. */
const maxCorrections = 5
/** The maximum number of search index entries that are read to correct one word. */
const maxEntries = 50

/**
 * An SQL statement that makes PostgreSQL use the text index until the transaction ends. A sequential scan would take
 * seconds.
 */
export const disableSequentialScansStatement = defineSqlStatement<never>(
  'search_prefer_index',
  "SELECT set_config('enable_seqscan', 'off', true)",
  readFromPrimaryOptions,
)

// The text index is asked only for the words of the workspace's vocabulary, usually for none. It would read its pending
// entries, up to 4 MB, for each of the similar words. The vocabulary can also have words of texts that are gone.
// `IS NOT DISTINCT FROM` makes PostgreSQL use the text index, in which each entry contains the workspace as a word.
// With `=` instead of `IS NOT DISTINCT FROM`, PostgreSQL could use the primary key and read the whole workspace.
const wordsFoundIn = (workspace: string) => `WITH variants AS MATERIALIZED (
     SELECT v.word, t.term FROM unnest($2::text[]) v (word)
     CROSS JOIN LATERAL unnest(ARRAY[v.word] || ts_lexize('english_stem', v.word)) t (term)
   ),
   known AS MATERIALIZED (
     SELECT k.word AS term FROM search_vocabulary k
     WHERE k.workspace_id = $1 AND k.word = ANY(ARRAY(SELECT DISTINCT s.term FROM variants s))
   ),
   candidates AS MATERIALIZED (SELECT s.word, s.term FROM variants s WHERE s.term IN (SELECT k.term FROM known k)),
   search AS MATERIALIZED (
     SELECT string_agg(DISTINCT quote_literal(c.term), ' | ')::tsquery && quote_literal(workspace_term($1))::tsquery AS query
     FROM candidates c
   ),
   entries AS MATERIALIZED (
     SELECT e.terms FROM search_entries e, search
     WHERE e.workspace_id ${workspace} $1 AND e.terms @@ search.query
       AND ($3::uuid IS NULL OR e.course_id = $3) LIMIT ${maxEntries}
   )
   SELECT DISTINCT c.word FROM entries f CROSS JOIN LATERAL unnest(tsvector_to_array(f.terms)) w (term)
   JOIN candidates c ON c.term = w.term ORDER BY c.word`
const wordsFound = defineSqlStatement<{ word: string }>('search_words_found', wordsFoundIn('IS NOT DISTINCT FROM'), {
  ...readFromPrimaryOptions,
  // Citus finds the node of the workspace by an equality only.
  clusterText: wordsFoundIn('='),
})

/**
 * Returns the words of a search that can be corrected: the word in the search (`item`), and its form in the search
 * index (`word`).
 */
const findCorrectableWords = (search: ParsedSearch) =>
  search.flatMap((items) =>
    items
      .filter(({ isExcluded }) => !isExcluded)
      .map((item) => ({ item, word: foldWord(item.texts[0]!)[0]!.text }))
      // Only words with 4 to 24 letters of one alphabet have variants.
      .filter(({ word }) => listOneLetterVariants(word).length > 0),
  )

/**
 * Returns the SQL statements that find corrections for the words of a search. Run `disableSequentialScansStatement`
 * first, in the same transaction.
 */
export const makeTypoLookupStatements = (workspaceId: string, search: ParsedSearch, courseId: string | null = null) =>
  // The corrections must occur in the workspace or, if `courseId` is set, in this course.
  findCorrectableWords(search)
    .slice(0, maxWords)
    .map(({ word }) => [wordsFound, [workspaceId, [word, ...listOneLetterVariants(word)], courseId]] as const)

/** Returns a search that also looks for the corrections of its words, or undefined if there are no corrections. */
export function addTypoCorrectionsToSearch(
  search: ParsedSearch,
  /** The rows of each SQL statement of `makeTypoLookupStatements`. */
  found: readonly { word: string }[][],
): ParsedSearch | undefined {
  const corrections = new Map(
    findCorrectableWords(search)
      .slice(0, maxWords)
      .map(({ item, word }, index) => {
        const words = (found[index] ?? []).map((row) => row.word)
        // A word that occurs in the workspace, or in the course of the search, is not corrected.
        return [item, words.includes(word) ? [] : words.slice(0, maxCorrections)]
      }),
  )
  if ([...corrections.values()].every((words) => words.length === 0)) return undefined
  return search.map((items) =>
    items.map((item) => ({ ...item, texts: [...item.texts, ...(corrections.get(item) ?? [])] })),
  )
}
