import type { BlockRow, CourseRow, LessonRow } from '../outline/rows.ts'
import { type CourseTextFormat, renderCourseHeader, renderLessonHeader, renderModuleHeader } from './formats.ts'

/**
 * The numbers of headings and blocks that a course text leaves out because of its size. `lessonIds` are the lessons
 * with left-out blocks.
 */
export type CourseTextOmissions = { headings: number; blocks: number; lessonIds: string[] }
export type CourseText = { text: string; leftOut: CourseTextOmissions }

/**
 * A section of a course text: the heading of a course, module or lesson, with ids and paragraphs. `lesson` is set only
 * for a lesson, whose blocks follow.
 */
type Section = { head: string; lesson?: LessonRow }

/** The maximum length of a course text, in characters. */
export const maxCourseTextChars = 400_000

const separator = '\n\n'
/** The maximum length, in characters, of a note that says what the text leaves out. */
const noteChars = 160
const number = (value: number) => value.toLocaleString('en')

/** A function that returns the number of blocks of each type in a lesson, such as `2 text, 1 quiz`. */
type DescribeLessonBlocks = (lessonId: string) => string

function sectionsOf(
  format: CourseTextFormat,
  course: CourseRow,
  contentsOf: DescribeLessonBlocks,
  onlyLessonId: string | undefined,
): Section[] {
  const sections: Section[] = [{ head: renderCourseHeader(format, course) }]
  for (const [m, module] of (course.modules ?? []).entries()) {
    const lessons = (module.lessons ?? []).map(
      (lesson, l): Section => ({
        head: renderLessonHeader(format, lesson, `${m + 1}.${l + 1}`, contentsOf(lesson.id)),
        lesson,
      }),
    )
    const shown = onlyLessonId === undefined ? lessons : lessons.filter(({ lesson }) => lesson?.id === onlyLessonId)
    if (onlyLessonId === undefined || shown.length > 0)
      sections.push({ head: renderModuleHeader(format, module, m + 1) }, ...shown)
  }
  return sections
}

const sizeOf = ({ head, lesson }: Section) => head.length + separator.length + (lesson?.blocks?.length ? noteChars : 0)

/** Returns the first sections whose headings fit into `maxChars`, and the number of characters left for blocks. */
function sectionsThatFit(sections: readonly Section[], maxChars: number): [Section[], number] {
  let left = maxChars - noteChars
  const fits = sections.findIndex((section) => {
    const size = sizeOf(section)
    if (size > left) return true
    left -= size
    return false
  })
  return [fits < 0 ? [...sections] : sections.slice(0, fits), left]
}

/**
 * What the size limits still allow: `chars` characters of course text, and `contentChars` characters of block content
 * to render.
 */
type RemainingSize = { chars: number; contentChars: number }

/**
 * Returns the maximum number of characters of block content to render for a text of `maxChars` characters. It is larger
 * than `maxChars`, because the text does not show every property of the content.
 */
const contentCharsFor = (maxChars: number) => 4 * maxChars + 1_000_000

/** Returns the texts of a lesson's first blocks, as many as fit, and subtracts their size from `left`. */
function blocksThatFit(block: (block: BlockRow) => string, blocks: readonly BlockRow[], left: RemainingSize): string[] {
  const texts: string[] = []
  for (const one of blocks) {
    if (left.chars <= separator.length || left.contentChars < one.content.length) return texts
    left.contentChars -= one.content.length
    const text = block(one)
    if (text.length + separator.length > left.chars) return texts
    left.chars -= text.length + separator.length
    texts.push(text)
  }
  return texts
}

/**
 * Renders a course as text of at most `maxChars` characters. Headings take precedence over blocks. A note in the text
 * says what is left out.
 */
export function renderCourseText(
  format: CourseTextFormat,
  course: CourseRow,
  { contentsOf, onlyLessonId, maxChars }: { contentsOf: DescribeLessonBlocks; onlyLessonId?: string; maxChars: number },
): CourseText {
  const sections = sectionsOf(format, course, contentsOf, onlyLessonId)
  const [shown, remainingChars] = sectionsThatFit(sections, maxChars)
  const leftOut: CourseTextOmissions = { headings: sections.length - shown.length, blocks: 0, lessonIds: [] }
  const left = { chars: remainingChars, contentChars: contentCharsFor(maxChars) }
  const texts = shown.flatMap(({ head, lesson }) => {
    const blocks = (format.block && lesson?.blocks) ?? []
    const texts = format.block ? blocksThatFit(format.block, blocks, left) : []
    const missing = blocks.slice(texts.length)
    if (!lesson || missing.length === 0) return [head, ...texts]
    leftOut.blocks += missing.length
    leftOut.lessonIds.push(lesson.id)
    const chars = missing.reduce((sum, { content }) => sum + content.length, 0)
    return [
      head,
      ...texts,
      `> Left out for size: ${number(missing.length)} of ${number(blocks.length)} blocks, ${number(chars)} characters (lesson ${lesson.id}).`,
    ]
  })
  if (leftOut.headings > 0)
    texts.push(
      `> Left out for size: the last ${number(leftOut.headings)} modules and lessons. Read the course with a larger maxChars.`,
    )
  return { text: texts.join(separator), leftOut }
}
