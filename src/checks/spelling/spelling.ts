import type { FoundProblem } from '../model/check.ts'
import type { CourseForChecks, LessonForChecks, LessonWithoutContent } from '../model/course.ts'
import type { ParsedLesson } from '../model/parsed-lesson.ts'
import { runSpellingJob } from './spelling-worker-pool.ts'
import { listCodeOfLesson, listTextsOfCourseAndModules, listTextsOfLesson, type TextWithLocation } from './texts.ts'
import { findWordsInSourceCode, findWordsToSpellCheck } from './words.ts'

/** The maximum number of different words of a course that are looked up in the dictionary. */
const maxWords = 50_000
/**
 * The maximum number of different words from code that are kept in memory. A word that occurs in the code of the course
 * counts as spelled correctly.
 */
const maxCodeWords = 50_000
/**
 * The maximum number of different unknown words that the check keeps until it has read all lessons. An unknown word can
 * still turn out to be correct, because it occurs in the code of a later lesson.
 */
const maxUnknownWords = 1000
/** The maximum number of places of all unknown words together. Further places are not reported. */
const maxPlaces = 10_000
/** The maximum number of different unknown words that one check reports. */
const maxReportedWords = 100
/** The maximum number of reported words that get suggestions. */
const maxWordsWithSuggestions = 10
/** The time, in milliseconds, after which the spelling check asks for no further suggestions. */
const suggestionsTimeoutMs = 3000

const format = (count: number) => count.toLocaleString('en')

const messagesOfIncompleteResult = {
  words: `The course has more than ${format(maxWords)} different words. The spelling of the further words is not checked.`,
  code: `The code of the course has more than ${format(maxCodeWords)} different words. Words that occur only in the rest of the code can be reported as unknown.`,
  reported: `The list has only the first ${format(maxReportedWords)} unknown words. Correct them, and check the course again.`,
  places: `The unknown words occur in more than ${format(maxPlaces)} places. The list leaves out the other places.`,
  worker: 'Some words were not checked because the service took too long to look them up. Check the course again.',
}
type IncompleteReason = keyof typeof messagesOfIncompleteResult

type Place = Omit<TextWithLocation, 'text'>

/**
 * Adds a place of a word to its `places`. Skips the place if the last of `places` is in the same course, module, lesson
 * or block. Returns whether the place was added.
 */
function addPlace(places: Place[], { kind, nodeId, path }: Place): boolean {
  if (places.at(-1)?.nodeId === nodeId) return false
  places.push({ kind, nodeId, path })
  return true
}

/** Copies a word. Without a copy, V8 could keep the whole text in memory as long as the word. */
const copyWord = (word: string) => Buffer.from(word).toString()

/** Returns the suggestions for the first `maxWordsWithSuggestions` words. */
async function findSuggestions(words: readonly string[], pause: () => Promise<void>) {
  const suggestions = new Map<string, readonly string[]>()
  const end = performance.now() + suggestionsTimeoutMs
  for (const word of words.slice(0, maxWordsWithSuggestions)) {
    await pause()
    const found = performance.now() < end ? await runSpellingJob({ suggestFor: word }) : undefined
    if (!found) break
    suggestions.set(word, found)
  }
  return suggestions
}

/**
 * Makes a spelling check of one course. Call `addCourse`, then `addLesson` for each lesson, and then `findProblems`.
 * @param pause lets other requests run
 */
export function makeSpellingCheck(course: CourseForChecks<LessonWithoutContent>, pause: () => Promise<void>) {
  const lookedUp = new Set<string>()
  const unknown = new Map<string, Place[]>()
  const codeWords = new Set<string>()
  const cuts = new Set<IncompleteReason>()
  let placeCount = 0

  /**
   * Returns the words that must be looked up in the dictionary, each with its places. Adds new places of unknown words
   * to `unknown`.
   */
  async function readPlaces(texts: Iterable<TextWithLocation>): Promise<Map<string, Place[]>> {
    const added = new Map<string, Place[]>()
    for (const { text, ...place } of texts) {
      await pause()
      for (const word of findWordsToSpellCheck(text)) {
        const places = unknown.get(word)
        if (places) {
          if (placeCount >= maxPlaces) cuts.add('places')
          else if (addPlace(places, place)) placeCount++
        } else if (!lookedUp.has(word)) {
          const places = added.get(word)
          if (places) addPlace(places, place)
          else added.set(word, [place])
        }
      }
    }
    return added
  }

  async function addTexts(texts: Iterable<TextWithLocation>): Promise<void> {
    if (cuts.has('worker')) return
    const added = await readPlaces(texts)
    const words = [...added.keys()].slice(0, maxWords - lookedUp.size)
    if (words.length < added.size) cuts.add('words')
    if (words.length === 0) return
    for (const word of words) lookedUp.add(copyWord(word))
    const found = await runSpellingJob({ words })
    if (!found) cuts.add('worker')
    for (const word of found ?? []) {
      if (unknown.size >= maxUnknownWords || placeCount >= maxPlaces) {
        cuts.add('reported')
        break
      }
      const places = added.get(word)!.slice(0, maxPlaces - placeCount)
      placeCount += places.length
      unknown.set(word, places)
    }
  }

  async function addCode(codes: Iterable<string>): Promise<void> {
    for (const code of codes) {
      await pause()
      for (const word of findWordsInSourceCode(code)) {
        if (codeWords.size >= maxCodeWords && !codeWords.has(word)) {
          cuts.add('code')
          return
        }
        if (!codeWords.has(word)) codeWords.add(copyWord(word))
      }
    }
  }

  return {
    /**
     * Looks up the words of the course and its modules. Returns no problems yet: `findProblems` returns all of them.
     */
    async addCourse(): Promise<FoundProblem[]> {
      await addTexts(listTextsOfCourseAndModules(course))
      return []
    },
    /**
     * Looks up the words of a lesson, and stores the words of its code. Returns no problems yet: `findProblems` returns
     * all.
     */
    async addLesson(lesson: LessonForChecks, parsed: ParsedLesson): Promise<FoundProblem[]> {
      await addCode(listCodeOfLesson(parsed))
      await addTexts(listTextsOfLesson(lesson, parsed))
      return []
    },
    /**
     * Returns one problem for each place of each unknown word, and one for each reason why the result is incomplete.
     * Words that occur in the code of the course are not unknown.
     */
    async findProblems(withSuggestions: boolean): Promise<FoundProblem[]> {
      const words = [...unknown.keys()].filter((word) => !codeWords.has(word))
      if (words.length > maxReportedWords) cuts.add('reported')
      const reported = words.slice(0, maxReportedWords)
      const suggestions = withSuggestions
        ? await findSuggestions(reported, pause)
        : new Map<string, readonly string[]>()
      const toProblem = (word: string, place: Place): FoundProblem => ({
        ...place,
        message: `The word "${word}" is not in the English dictionary. Correct it if it is misspelt.`,
        ...(suggestions.has(word) && { suggestions: suggestions.get(word)! }),
      })
      const node = { kind: 'course', nodeId: course.id, path: '' } as const
      return [
        ...[...cuts].map((cut) => ({ ...node, message: messagesOfIncompleteResult[cut] })),
        ...reported.flatMap((word) => unknown.get(word)!.map((place) => toProblem(word, place))),
      ]
    },
  }
}
