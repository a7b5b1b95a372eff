/**
 * The letters of scripts that are searched by pairs of letters, not by words. `prisma/sql/search_unspaced.sql` lists
 * the same scripts and the reasons.
 */
const unspaced =
  '\\p{Script=Hebrew}\\p{Script=Arabic}\\u0640\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\uFF70\\uFF9E\\uFF9F\\p{Script=Hangul}\\p{Script=Bopomofo}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Myanmar}\\p{Script=Khmer}'

/**
 * Soft hyphens, joiners and variation selectors: invisible characters inside words, which the search index leaves out.
 */
export const joiners = '\\u00AD\\u200B-\\u200D\\u2060\\uFE00-\\uFE0F\\uFEFF\\u{E0100}-\\u{E01EF}'

/**
 * Signs that stand for words or numbers of their own, also next to a word: ½, ™, №, ①, ㎏. `search_plain.sql` has the
 * same signs.
 */
export const signs =
  '\\u00BC-\\u00BE\\u20A8\\u2100\\u2101\\u2103\\u2105\\u2106\\u2109\\u2116\\u2120-\\u2122\\u213B\\u2150-\\u215F\\u2189\\u2460-\\u24EA\\u3250-\\u325F\\u32B1-\\u32BF\\u32CC-\\u32CF\\u3371-\\u337A\\u3380-\\u33DF\\u33FF\\u{1F110}-\\u{1F12E}\\u{1F130}-\\u{1F14F}\\u{1F16A}-\\u{1F16C}\\u{1F190}'

/** Numbers without a plain form, such as ❶. The search index takes them as punctuation. */
const ornaments = '\\u24EB-\\u24FF\\u2776-\\u2793\\u3021-\\u3029\\u{1F100}-\\u{1F10F}'

const wordPattern = new RegExp(
  [
    `(?<sign>[${signs}][${joiners}\\p{M}]*)`,
    `(?<run>(?![${signs}])[${unspaced}](?:[${joiners}]*(?![${signs}])[${unspaced}\\p{M}])*)`,
    '(?<name>(?<![\\p{L}\\p{N}_])[a-z](?:#(?![\\p{L}_#])|\\+\\+)|\\.net(?![\\p{L}\\p{N}_]))',
    `(?<word>(?![${unspaced}${ornaments}])[\\p{L}\\p{N}](?:[${joiners}]*(?![${unspaced}${signs}${ornaments}])[\\p{L}\\p{N}\\p{M}])*)`,
  ].join('|'),
  'giu',
)

/**
 * A word of a text. If `isUnspaced` is true, `text` is a sequence of letters without spaces between words, as in
 * Chinese.
 */
type Token = { text: string; start: number; isUnspaced: boolean }

/**
 * Splits a text into words. In a script without spaces between words, such as Chinese, each unbroken run of letters is
 * one token.
 */
export const splitIntoWordsAndUnspacedRuns = (text: string): Token[] =>
  [...text.matchAll(wordPattern)].map(({ 0: token, index, groups }) => ({
    text: token,
    start: index,
    isUnspaced: groups?.run !== undefined,
  }))
