import { z } from 'zod'
import { makeNameSchema, parseInput } from '../../../operations/validation.ts'

/** The maximum number of words in a search. Each word needs an index lookup. */
const maxWords = 32

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** The Zod rule for a search text: 1 to 200 characters, and at most 32 words. */
export const searchTextSchema = makeNameSchema(200).refine(
  (value) => wordsIn(value).length <= maxWords,
  `must have at most ${maxWords} words`,
)

/** Checks and trims a search text. @throws ApiError `invalid_request` that names the argument `field` */
export const validateSearchText = (field: string, sent: string): string =>
  parseInput(z.object({ [field]: searchTextSchema }), { [field]: sent })[field]!.trim()

/**
 * Returns whether a word is long enough for a prefix search. A short prefix matches too many words of the index. In
 * scripts such as Chinese, one character is enough.
 */
const isLongEnoughForPrefix = (word: string) => word.length >= 3 || /[^\p{Script=Latin}\p{N}]/u.test(word)

/**
 * Splits a search text for PostgreSQL. `whole` is the complete text. If the user may still be typing the last word,
 * `prefix` is the last word and `head` is the text before the last word.
 */
export function parseSearchText(search: string): { whole: string; head: string; prefix: string | null } {
  const last = wordsIn(search).at(-1)
  const isTyping = last !== undefined && search.endsWith(last) && isLongEnoughForPrefix(last) && !/["-]/.test(search)
  return {
    whole: search,
    head: isTyping ? search.slice(0, -last.length) : '',
    prefix: isTyping ? `${last.toLowerCase()}:*` : null,
  }
}
