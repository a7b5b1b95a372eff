import { makeNonBlankTextSchema, parseArgument } from '../../operations/validation.ts'
import { signs } from './tokens.ts'

/** The maximum number of words in a search. Each word needs an index lookup. */
const maxWords = 32

const wordPattern = new RegExp(`[\\p{L}\\p{N}${signs}]+`, 'gu')
const wordsIn = (text: string): string[] => text.match(wordPattern) ?? []

/** The Zod rule for a search text: 1 to 200 characters, and at most 32 words. */
export const searchTextSchema = makeNonBlankTextSchema(200).refine(
  (value) => wordsIn(value).length <= maxWords,
  `must have at most ${maxWords} words`,
)

/** Checks and trims a search text. @throws ApiError `invalid_request` that names the argument `field` */
export const validateSearchText = (field: string, sent: string): string =>
  parseArgument(field, searchTextSchema, sent).trim()

/**
 * A word or phrase of a search. A record matches if the record contains one of the `texts`: the text that the user
 * typed, or a correction of a typing error.
 */
type SearchWordOrPhrase = { texts: string[]; isExcluded: boolean; isPrefix: boolean }

/**
 * A parsed search text: a list of alternatives. A record must match every item of one alternative.
 * `prisma/sql/search_query.sql` reads this list as JSON.
 */
export type ParsedSearch = SearchWordOrPhrase[][]

/**
 * Returns whether the last word of a search text can be the beginning of a longer word, because the user may still be
 * typing.
 */
function endsWithBeginning(text: string): boolean {
  const last = wordsIn(text).at(-1)
  // Too many words begin with the same one or two Latin letters or digits. In other scripts, one character is enough.
  return last !== undefined && text.endsWith(last) && (last.length >= 3 || /[^\p{Script=Latin}\p{N}]/u.test(last))
}

const isOr = (part: string) => part.toLowerCase() === 'or'

/**
 * Parses a search text. Quotes make a phrase, a minus sign excludes a word or phrase, and `or` separates alternatives.
 */
export function parseSearchText(search: string): ParsedSearch {
  const alternatives: ParsedSearch = [[]]
  const parts = search.match(/-?"[^"]*"?|[^\s"]+/g) ?? []
  for (const [index, part] of parts.entries()) {
    if (isOr(part)) alternatives.push([])
    else if (wordsIn(part).length > 0) {
      const isExcluded = part.startsWith('-')
      const text = part.replace(/^-/, '').replaceAll('"', '')
      // In a text without quotes and hyphens, the last word also matches longer words that start with it.
      const isTyping = index === parts.length - 1 && !/["-]/.test(search) && endsWithBeginning(text)
      alternatives.at(-1)!.push({ texts: [text], isExcluded, isPrefix: isTyping })
    }
  }
  return alternatives.filter((items) => items.length > 0)
}

/** Returns the texts that a search looks for: the texts of all items that are not excluded. */
export const listTextsToSearchFor = (search: ParsedSearch): string[] =>
  search.flatMap((items) => items.filter(({ isExcluded }) => !isExcluded).flatMap(({ texts }) => texts))
