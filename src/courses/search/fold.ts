import { normalizeText } from '../../platform/normalize-text.ts'
import { foldLetter, hasFoldedLetter } from './fold-letter.ts'
import { joiners } from './tokens.ts'

/**
 * A word in the form of the search index. A sign can become several words: ½ becomes `1 2`. For each character of
 * `text`, `starts` and `ends` contain the start and the end of its letter in the original word. Both are undefined if
 * each character has the same index in both words.
 */
export type FoldedWord = { text: string; starts?: number[]; ends?: number[] }

// The letters of Korean can be written as several characters, which normalization joins.
const letters = new RegExp(`\\P{M}[\\p{M}${joiners}\\uFF9E\\uFF9F\\u1160-\\u11FF]*|\\p{M}`, 'gu')

function foldWith(word: string, isSpelledOut: boolean): FoldedWord {
  const lower = normalizeText(word, 'NFKC').toLowerCase()
  // For most words, lower case is enough. This shortcut makes excerpts fast.
  if (lower.length === word.length && !hasFoldedLetter.test(lower)) return { text: lower }
  const [starts, ends]: [number[], number[]] = [[], []]
  let [text, start] = ['', 0]
  for (const [letter] of word.matchAll(letters)) {
    const folded = /^[a-z]$/i.test(letter) ? letter.toLowerCase() : foldLetter(letter, isSpelledOut)
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
  const plain = foldWith(word, false)
  if (plain.starts === undefined) return [plain]
  const spelledOut = foldWith(word, true)
  return spelledOut.text === plain.text ? [plain] : [plain, spelledOut]
}

/** Numbers above the line, which can be a part of a word (x²) or a reference to a note. */
const numberAbove = /[\u00AA\u00B2\u00B3\u00B9\u00BA\u2070\u2074-\u2079]+$/

/** Returns the forms of a word of a text. A word before the number of a note is also found without the number. */
export function foldWordOfText(word: string): FoldedWord[] {
  const withoutNumber = word.replace(numberAbove, '')
  return withoutNumber === word || withoutNumber === ''
    ? foldWord(word)
    : [...foldWord(word), ...foldWord(withoutNumber)]
}
