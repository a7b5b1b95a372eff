import { automatedReadability } from 'automated-readability'
import { colemanLiau } from 'coleman-liau'
import { fleschKincaid } from 'flesch-kincaid'
import { syllable } from 'syllable'
import type { LessonCheck } from '../model/check.ts'
import { isEnglishTag } from '../model/course.ts'
import type { ParsedLesson } from '../model/parsed-lesson.ts'

/** The highest school grade (United States) that a text may require of its readers, by the difficulty of the course. */
const maxGrades: Readonly<Record<string, number>> = { beginner: 10, intermediate: 13, advanced: 17 }

/** The minimum number of words that a lesson must have for a reliable estimate. */
const minWords = 100
/** To save time, the estimate reads no further paragraphs after this number of words. */
const maxWords = 5000

const wordPattern = /\p{L}+(?:['’]\p{L}+)?/gu
const sentenceEnd = /[.!?:;](?=\s|$)/g
const maxWordLetters = 40

type Counts = { sentence: number; word: number; syllable: number; character: number; letter: number }

function countText({ blocks }: ParsedLesson): Counts {
  const counts: Counts = { sentence: 0, word: 0, syllable: 0, character: 0, letter: 0 }
  const paragraphs = blocks
    .filter(({ type }) => type === 'text')
    .flatMap(({ texts }) => texts.flatMap(({ markup }) => markup.paragraphs))
  for (const paragraph of paragraphs) {
    if (counts.word >= maxWords) break
    const words = [...paragraph.matchAll(wordPattern)]
      .map(([word]) => word)
      .filter(({ length }) => length <= maxWordLetters)
    if (words.length === 0) continue
    // A paragraph without a full stop, such as an item of a list, is a sentence too.
    counts.sentence += Math.max(1, [...paragraph.matchAll(sentenceEnd)].length)
    counts.word += words.length
    for (const word of words) {
      counts.syllable += syllable(word)
      counts.letter += word.length
    }
  }
  return { ...counts, character: counts.letter }
}

/**
 * Estimates the school grade that a reader of an English lesson needs: the median of three formulas. Returns undefined
 * if the lesson is too short.
 */
export function estimateSchoolGrade(lesson: ParsedLesson): number | undefined {
  const counts = countText(lesson)
  if (counts.word < minWords) return undefined
  const grades = [fleschKincaid(counts), automatedReadability(counts), colemanLiau(counts)]
  return grades.sort((one, other) => one - other)[1]
}

export const readingLevelCheck: LessonCheck = {
  code: 'reading_level_high',
  severity: 'warning',
  wcag: '3.1.5',
  types: ['lesson'],
  meaning:
    'The texts of an English lesson are harder to read than the difficulty of the course promises: above school grade 10 for beginners, 13 for intermediate and 17 for advanced learners. The grade is the median of the formulas Flesch–Kincaid, Automated Readability and Coleman–Liau.',
  remedy: 'Write shorter sentences and shorter words.',
  find(lesson, { language, difficulty }) {
    const max = maxGrades[difficulty ?? '']
    if (max === undefined || !isEnglishTag(language)) return []
    const grade = estimateSchoolGrade(lesson)
    if (grade === undefined || Math.round(grade) <= max) return []
    const message = `The lesson reads like school grade ${Math.round(grade)}; for ${difficulty} learners, grade ${max} is the most. Shorten sentences and words.`
    return [{ kind: 'lesson', nodeId: lesson.id, path: '/blocks', message }]
  },
}
