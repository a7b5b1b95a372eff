import { defineSqlStatement } from '../../../platform/db/statement.ts'
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
 * The SQL statement that makes PostgreSQL use the text index in the rest of the transaction. Otherwise, the query
 * planner would choose to read every entry of the workspace. PostgreSQL would then compare each entry with up to 1,900
 * words, which takes seconds.
 */
export const disableSequentialScansStatement = defineSqlStatement<never>(
  'search_prefer_index',
  "SELECT set_config('enable_seqscan', 'off', true)",
  readFromPrimaryOptions,
)

// `IS NOT DISTINCT FROM` makes PostgreSQL use the text index, in which each entry contains the workspace as a word.
// With `=`, PostgreSQL could choose the primary key, and read all entries of the workspace.
const wordsFound = defineSqlStatement<{ word: string }>(
  'search_words_found',
  `WITH candidates AS MATERIALIZED (
     SELECT v.word, t.term FROM unnest($2::text[]) v (word)
     CROSS JOIN LATERAL unnest(ARRAY[v.word] || ts_lexize('english_stem', v.word)) t (term)
   ),
   search AS MATERIALIZED (
     SELECT string_agg(DISTINCT quote_literal(c.term), ' | ')::tsquery && quote_literal(workspace_term($1))::tsquery AS query
     FROM candidates c
   ),
   entries AS MATERIALIZED (
     SELECT e.terms FROM search_entries e, search
     WHERE e.workspace_id IS NOT DISTINCT FROM $1 AND e.terms @@ search.query
       AND ($3::uuid IS NULL OR e.course_id = $3) LIMIT ${maxEntries}
   )
   SELECT DISTINCT c.word FROM entries f CROSS JOIN LATERAL unnest(tsvector_to_array(f.terms)) w (term)
   JOIN candidates c ON c.term = w.term ORDER BY c.word`,
  readFromPrimaryOptions,
)

/**
 * Returns the words of a search that can be corrected. `item` is the word in the parsed search. `word` is the same word
 * in lower case and without accents, as in the search index. A word can be corrected if it is not excluded and has 4 to
 * 24 letters of one of the `alphabets`.
 */
const findCorrectableWords = (search: ParsedSearch) =>
  search.flatMap((items) =>
    items
      .filter(({ isExcluded }) => !isExcluded)
      .map((item) => ({ item, word: foldWord(item.texts[0]!)[0]!.text }))
      .filter(({ word }) => listOneLetterVariants(word).length > 0),
  )

/**
 * Returns the SQL statements that look for corrections after a search that found nothing. There is one statement for
 * each of the first three words that can be corrected. It looks for the word, and for words that differ in one letter.
 * It returns those that occur in the workspace or, if `courseId` is set, in the course. Run
 * `disableSequentialScansStatement` first, in the same transaction.
 */
export const makeTypoLookupStatements = (workspaceId: string, search: ParsedSearch, courseId: string | null = null) =>
  findCorrectableWords(search)
    .slice(0, maxWords)
    .map(({ word }) => [wordsFound, [workspaceId, [word, ...listOneLetterVariants(word)], courseId]] as const)

/**
 * Returns a search that also looks for the corrections of its words, or undefined if there are no corrections. A word
 * that occurs in the workspace, or in the course of the search, is not corrected. `found` has the rows of each SQL
 * statement of `makeTypoLookupStatements`.
 */
export function addTypoCorrectionsToSearch(
  search: ParsedSearch,
  found: readonly { word: string }[][],
): ParsedSearch | undefined {
  const corrections = new Map(
    findCorrectableWords(search)
      .slice(0, maxWords)
      .map(({ item, word }, index) => {
        const words = (found[index] ?? []).map((row) => row.word)
        return [item, words.includes(word) ? [] : words.slice(0, maxCorrections)]
      }),
  )
  if ([...corrections.values()].every((words) => words.length === 0)) return undefined
  return search.map((items) =>
    items.map((item) => ({ ...item, texts: [...item.texts, ...(corrections.get(item) ?? [])] })),
  )
}
