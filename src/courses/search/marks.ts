import { type FoldedWord, foldWord, foldWordOfText } from './fold.ts'
import { splitIntoWordsAndUnspacedRuns } from './tokens.ts'
import { listTextsToSearchFor, type ParsedSearch } from './words.ts'

/** A part of a text that matches a search, from `start` to `end`. Matches of the same word have the same `term`. */
export type SearchMark = { start: number; end: number; term: string }

/** A word of a search, in one of the forms that `foldWord` returns. */
type Term = { text: string; isPrefix: boolean }

/**
 * The words of a search that are marked in excerpts. `unspaced` has the words in scripts without spaces, such as
 * Chinese.
 */
type TermsToMark = { words: Term[]; unspaced: string[] }

/** The minimum length of a search word that can match inside a compound word, as in `prisma/sql/search_item.sql`. */
const minPartLength = 4

const splitWords = ({ text }: FoldedWord) => text.split(' ').filter(Boolean)

/** Returns the words of a search that are marked in excerpts. */
export function getTermsToMark(search: ParsedSearch): TermsToMark {
  const words: Term[] = []
  const unspaced: string[] = []
  const prefixes = new Set(search.flatMap((items) => items.filter(({ isPrefix }) => isPrefix).flatMap((i) => i.texts)))
  for (const text of listTextsToSearchFor(search))
    for (const token of splitIntoWordsAndUnspacedRuns(text))
      for (const form of foldWord(token.text))
        if (token.isUnspaced) unspaced.push(form.text)
        else words.push(...splitWords(form).map((word) => ({ text: word, isPrefix: prefixes.has(text) })))
  return { words, unspaced }
}

/**
 * Returns the mark for a search term inside a word.
 * @param at the index of the term in the folded word
 * @param start the index of the original word in the text
 */
const makeMarkInWord = ({ starts, ends }: FoldedWord, term: string, at: number, start: number): SearchMark => ({
  start: start + (starts?.[at] ?? at),
  end: start + (ends?.[at + term.length - 1] ?? at + term.length),
  term,
})

/** Returns a mark for each occurrence of a search term in a sequence of letters without spaces, as in Chinese. */
function marksOfRun(run: FoldedWord, terms: readonly string[], start: number): SearchMark[] {
  return terms.flatMap((term) => {
    const marks: SearchMark[] = []
    for (let at = run.text.indexOf(term); at >= 0; at = run.text.indexOf(term, at + term.length))
      marks.push(makeMarkInWord(run, term, at, start))
    return marks
  })
}

type MarkedText = {
  text: string
  /**
   * The words of the text that have the same English stem as a word of the search. They are in lower case and without
   * accents.
   */
  sameStem: ReadonlySet<string>
  /**
   * Whether the search index contains the parts of compound words of the text. If true, a search word can match inside
   * a word.
   */
  hasParts: boolean
}

function markOfWord(
  forms: FoldedWord[],
  start: number,
  length: number,
  terms: Term[],
  { sameStem, hasParts }: MarkedText,
) {
  const whole = forms.flatMap(splitWords).find((word) => sameStem.has(word) || terms.some((term) => term.text === word))
  if (whole) return { start, end: start + length, term: whole }
  for (const form of forms)
    for (const { text, isPrefix } of terms) {
      const at = form.text.indexOf(text)
      if ((at === 0 && isPrefix) || (at >= 0 && hasParts && text.length >= minPartLength))
        return makeMarkInWord(form, text, at, start)
    }
  return undefined
}

/** Returns the parts of a text that match a search, in the order of the text. */
export function findSearchMarks(terms: TermsToMark, marked: MarkedText): SearchMark[] {
  const marks = splitIntoWordsAndUnspacedRuns(marked.text).flatMap(({ text, start, isUnspaced }) => {
    const forms = foldWordOfText(text)
    if (isUnspaced) return marksOfRun(forms[0]!, terms.unspaced, start)
    const mark = markOfWord(forms, start, text.length, terms.words, marked)
    return mark ? [mark] : []
  })
  marks.sort((a, b) => a.start - b.start || b.end - a.end)
  let last = 0
  return marks.filter(({ start, end }) => {
    const isFree = start >= last
    if (isFree) last = end
    return isFree
  })
}
