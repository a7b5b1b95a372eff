import { normalizeText } from '../../../platform/normalize-text.ts'

/**
 * The letters of scripts that are searched by pairs of letters, not by words. `prisma/sql/search_unspaced.sql` lists
 * the same scripts and the reasons.
 */
const unspaced =
  '\\p{Script=Hebrew}\\p{Script=Arabic}\\u0640\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\uFF70\\uFF9E\\uFF9F\\p{Script=Hangul}\\p{Script=Bopomofo}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Myanmar}\\p{Script=Khmer}'

/** Soft hyphens and joiners: invisible characters inside words, which the search index leaves out. */
const joiners = '\\u00AD\\u200B-\\u200D\\u2060\\uFEFF'

const wordPattern = new RegExp(
  [
    `(?<run>[${unspaced}](?:[${joiners}]*[${unspaced}\\p{M}])*)`,
    '(?<sign>(?<![\\p{L}\\p{N}_])[a-z](?:#(?![\\p{L}_#])|\\+\\+)|\\.net(?![\\p{L}\\p{N}_]))',
    `(?<word>(?:(?![${unspaced}])[\\p{L}\\p{N}])(?:[${joiners}]*(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])*)`,
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

const oneLetterForms: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' }
const spelledOutForms: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

const arabicLetters = 'آأإٱؤئىیےۓةۀہۂک'
const plainArabicLetters = 'ااااويييييههههك'
/**
 * Maps Arabic letters that writers and keyboards often exchange to one plain letter. `prisma/sql/search_plain.sql` has
 * the same letters.
 */
const arabicForms = new Map([...arabicLetters].map((letter, index) => [letter, plainArabicLetters[index]!]))
const anyArabicForm = new RegExp(`[${arabicLetters}]`, 'g')

/** The vowel signs of Hebrew and Arabic, and the sign that makes Arabic words longer. */
const vowelSigns =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08ca-\u08e1\u08e3-\u08ff]/g

const anyJoiners = new RegExp(`[${joiners}]`, 'g')

/**
 * Returns a letter in lower case and without accents, vowel signs and joiners, as the function in
 * `prisma/sql/search_plain.sql` does.
 */
function foldLetter(letter: string, forms: Record<string, string>): string {
  const lower = normalizeText(letter.replace(vowelSigns, '').replace(anyJoiners, ''), 'NFKC')
    .toLowerCase()
    .replace(anyArabicForm, (form) => arabicForms.get(form)!)
  const form = forms[lower] ?? oneLetterForms[lower]
  if (form !== undefined) return form
  return lower
    .normalize('NFD')
    .replace(/([a-z])[\u0300-\u036f]+/g, '$1')
    .normalize('NFC')
}

/**
 * A word in the form of the search index. For each character of `text`, `starts` and `ends` contain the start and the
 * end of its letter in the original word. Both are undefined if each character has the same index in both words.
 */
export type FoldedWord = { text: string; starts?: number[]; ends?: number[] }

const hasFoldedLetter = new RegExp(`[\\u00c0-\\u024f\\u0640\\u1e00-\\u1eff${arabicLetters}${joiners}]|\\p{M}`, 'u')

function foldWith(word: string, forms: Record<string, string>): FoldedWord {
  const lower = normalizeText(word, 'NFKC').toLowerCase().replaceAll('ς', 'σ')
  // For most words, lower case is enough. This shortcut makes excerpts fast.
  if (lower.length === word.length && !hasFoldedLetter.test(lower)) return { text: lower }
  const [starts, ends]: [number[], number[]] = [[], []]
  let [text, start] = ['', 0]
  for (const [letter] of word.matchAll(/\P{M}[\p{M}\uFF9E\uFF9F]*|\p{M}/gu)) {
    const folded = /^[a-z]$/i.test(letter) ? letter.toLowerCase() : foldLetter(letter, forms)
    text += folded
    // A letter can become two characters, such as ß to "ss". Both characters then map to the same letter.
    for (let index = 0; index < folded.length; index++) {
      starts.push(start)
      ends.push(start + letter.length)
    }
    start += letter.length
  }
  return { text, starts, ends }
}

/** Returns the word that the search index contains for a name with a sign: `csharp` for C#, or `dotnet` for .NET. */
function nameOfSign(word: string): string | undefined {
  if (word === '.net') return 'dotnet'
  if (/^[a-z]#$/.test(word)) return `${word[0]}sharp`
  return /^[a-z]\+\+$/.test(word) ? `${word[0]}plusplus` : undefined
}

/**
 * Returns the forms of a word that the search index contains: one form without accents, and one with umlauts spelled
 * out (ä as ae).
 */
export function foldWord(word: string): FoldedWord[] {
  const name = nameOfSign(word.toLowerCase())
  if (name) return [{ text: name, starts: [...name].map(() => 0), ends: [...name].map(() => word.length) }]
  const plain = foldWith(word, {})
  if (plain.starts === undefined) return [plain]
  const spelledOut = foldWith(word, spelledOutForms)
  return spelledOut.text === plain.text ? [plain] : [plain, spelledOut]
}
