import { LRUCache } from 'lru-cache'
import type { BlockType } from '../courses/block/types.ts'
import { blockTypeDefinitionByName } from '../courses/block/types.ts'
import { makeYieldToEventLoop } from '../courses/tree/yield-often.ts'
import { normalizeText } from '../platform/normalize-text.ts'
import { listOutlineLessons, type ReleaseBlock } from '../releases/content/outline.ts'
import type { ReaderCourse } from './course.ts'

/** A block or the description of a lesson, as Markdown, and in the form in which a search compares texts. */
type SearchedText = { blockId?: string; markdown: string; folded: string }

/** The texts of a lesson in which learners search. `name` is in the form in which a search compares texts. */
export type SearchedLesson = { lessonId: string; name: string; texts: SearchedText[] }

/** The maximum length of the texts of a course that a search reads, in characters. The names of lessons come in addition. */
const maxChars = 2_000_000
/** The number of lessons that are read from the database at once. */
const lessonsAtOnce = 50

/** Marks above and below letters that a search ignores: those of Latin, Greek, Cyrillic, Hebrew and Arabic. */
const marks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g

/** Returns a text without capitals and accents. */
export const foldText = (text: string): string =>
  normalizeText(normalizeText(text, 'NFKC').toLowerCase(), 'NFD').replace(marks, '')

const toMarkdown = ({ type, content }: ReleaseBlock) => blockTypeDefinitionByName[type as BlockType].markdown(content)

async function readTexts(course: ReaderCourse): Promise<SearchedLesson[]> {
  const yieldOften = makeYieldToEventLoop()
  const lessons = listOutlineLessons(course.outline)
  const found = lessons.map(({ id, name }): SearchedLesson => ({ lessonId: id, name: foldText(name), texts: [] }))
  let charsLeft = maxChars
  for (let start = 0; start < lessons.length && charsLeft > 0; start += lessonsAtOnce) {
    const read = await course.readLessons(lessons.slice(start, start + lessonsAtOnce).map(({ id }) => id))
    for (const [index, lesson] of read.entries())
      for (const block of [undefined, ...(lesson?.blocks ?? [])]) {
        await yieldOften()
        const markdown = block ? toMarkdown(block) : (lesson?.description ?? '')
        if (markdown === '' || markdown.length > charsLeft) continue
        charsLeft -= markdown.length
        found[start + index]!.texts.push({
          markdown,
          folded: foldText(markdown),
          ...(block && { blockId: block.id }),
        })
      }
  }
  return found
}

const countChars = (lessons: readonly SearchedLesson[]) =>
  lessons.reduce(
    (sum, { name, texts }) =>
      texts.reduce((chars, { markdown, folded }) => chars + markdown.length + folded.length, sum + name.length + 100),
    1,
  )

/** A cache of the texts of releases, in characters. A release never changes, so no entry is out of date. */
const textsOfReleases = new LRUCache<string, SearchedLesson[]>({ maxSize: 16_000_000, sizeCalculation: countChars })

/** The texts that are being read. Searches at the same time wait for the same texts. */
const textsInWork = new Map<string, Promise<SearchedLesson[]>>()

/** Reads the texts of a course in which learners search: from memory, or from the database. */
export function readSearchedLessons(course: ReaderCourse): Promise<SearchedLesson[]> {
  const { contentKey } = course
  if (contentKey === undefined) return readTexts(course)
  const known = textsOfReleases.get(contentKey)
  if (known) return Promise.resolve(known)
  const inWork = textsInWork.get(contentKey)
  if (inWork) return inWork
  const read = readTexts(course)
    .then((texts) => {
      textsOfReleases.set(contentKey, texts)
      return texts
    })
    .finally(() => textsInWork.delete(contentKey))
  textsInWork.set(contentKey, read)
  return read
}
