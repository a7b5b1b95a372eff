import { makeExcerpt } from '../courses/search/excerpt.ts'
import { findSearchMarks, getTermsToMark, type SearchMark } from '../courses/search/marks.ts'
import { parseSearchText } from '../courses/search/words.ts'
import { makeYieldToEventLoop } from '../courses/tree/yield-often.ts'
import type { ReaderCourse } from './course.ts'
import { SafeHtml } from './html.ts'
import { foldText, readSearchedLessons, type SearchedLesson } from './lesson-texts.ts'
import { toPlainText } from './plain-text.ts'

/** A lesson that a search has found: with an excerpt of the text, if the words are not in the name alone. */
export type FoundLesson = { lessonId: string; blockId?: string; excerpt?: SafeHtml }

const maxFound = 20
/** The words of a search that count. A text of 200 characters can have more of them. */
const maxWords = 8

/** Returns the words of a search, in the form in which texts are compared. */
export const listSearchWords = (query: string): string[] =>
  [...new Set(foldText(query).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])].slice(0, maxWords)

const contains = (text: string, words: readonly string[]) => words.every((word) => text.includes(word))

type Found = { lesson: SearchedLesson; isInName: boolean }

/** Finds the lessons that contain every word. Those with the words in their names come first. */
function findLessonsWith(lessons: readonly SearchedLesson[], words: readonly string[]): Found[] {
  const found = lessons.flatMap((lesson): Found[] => {
    if (contains(lesson.name, words)) return [{ lesson, isInName: true }]
    const isMissing = (word: string) =>
      !lesson.name.includes(word) && !lesson.texts.some(({ folded }) => folded.includes(word))
    return words.some(isMissing) ? [] : [{ lesson, isInName: false }]
  })
  return [...found.filter(({ isInName }) => isInName), ...found.filter(({ isInName }) => !isInName)].slice(0, maxFound)
}

const countTerms = (marks: readonly SearchMark[]) => new Set(marks.map(({ term }) => term)).size

/** Makes the excerpt of the text of a lesson that has the most words of the search. */
function describe({ lessonId, texts }: SearchedLesson, words: readonly string[], query: string): FoundLesson {
  const terms = getTermsToMark(parseSearchText(query))
  const candidates = texts.filter(({ folded }) => words.some((word) => folded.includes(word))).slice(0, 5)
  let best: { marks: SearchMark[]; text: string; blockId?: string | undefined } | undefined
  for (const { markdown, blockId } of candidates) {
    const text = toPlainText(markdown)
    const marks = findSearchMarks(terms, { text, sameStem: new Set(), hasParts: true })
    if (countTerms(marks) > countTerms(best?.marks ?? [])) best = { marks, text, blockId }
  }
  if (!best) return { lessonId }
  const { marks, text, blockId } = best
  return { lessonId, excerpt: new SafeHtml(makeExcerpt(text, marks)), ...(blockId !== undefined && { blockId }) }
}

/** Finds lessons by the words in their names and texts. */
export async function findLessons(course: ReaderCourse, query: string): Promise<FoundLesson[]> {
  const words = listSearchWords(query)
  if (words.length === 0) return []
  const found = findLessonsWith(await readSearchedLessons(course), words)
  const yieldOften = makeYieldToEventLoop()
  const described: FoundLesson[] = []
  for (const { lesson } of found) {
    await yieldOften()
    described.push(describe(lesson, words, query))
  }
  return described
}
