import type { LessonCheck } from '../model/check.ts'
import type { ParsedBlock } from '../model/parsed-lesson.ts'

const wordsPerMinute = 238
/** Readers of Chinese and Japanese read about this many characters a minute. */
const charactersPerMinute = 400
const maxMinutes = 20

const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const words = /[\p{L}\p{N}]+/gu

function count(text: string, pattern: RegExp): number {
  let found = 0
  for (const _ of text.matchAll(pattern)) found++
  return found
}

/** Returns the time to read a block, in minutes. Only the prose of text blocks counts. */
function estimateReadingMinutes({ type, texts }: ParsedBlock): number {
  if (type !== 'text') return 0
  let minutes = 0
  for (const paragraph of texts.flatMap(({ markup }) => markup.paragraphs)) {
    const characters = count(paragraph, ideographs)
    const spelled = characters === 0 ? paragraph : paragraph.replace(ideographs, ' ')
    minutes += characters / charactersPerMinute + count(spelled, words) / wordsPerMinute
  }
  return minutes
}

export const longLessonCheck: LessonCheck = {
  code: 'lesson_too_long',
  severity: 'warning',
  types: ['lesson'],
  meaning: `A lesson takes more than ${maxMinutes} minutes to read, at ${wordsPerMinute} words (${charactersPerMinute} Chinese or Japanese characters) a minute.`,
  remedy: 'Split the lesson.',
  *find(lesson) {
    let sum = 0
    for (const block of lesson.blocks) {
      sum += estimateReadingMinutes(block)
      yield undefined
    }
    const minutes = Math.round(sum)
    if (minutes <= maxMinutes) return
    const message = `The lesson takes about ${minutes.toLocaleString('en')} minutes to read. Split it; ${maxMinutes} minutes are enough.`
    yield { kind: 'lesson', nodeId: lesson.id, path: '/blocks', message }
  },
}
