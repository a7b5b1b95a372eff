import type { BlockRow, CourseRow, LessonRow } from '../outline/rows.ts'
import { courseHead, type Form, lessonHead, moduleHead } from './forms.ts'

/** What a text leaves out for its size. */
export type LeftOut = { headings: number; blocks: number; lessonIds: string[] }
export type CourseText = { text: string; leftOut: LeftOut }

/** A heading with what stands below it, and the lesson whose blocks follow. */
type Section = { head: string; lesson?: LessonRow }

const gap = '\n\n'
/** Room for what a lesson or the whole text says of what is left out. */
const noteChars = 160
const number = (value: number) => value.toLocaleString('en')

export type Holds = (lessonId: string) => string

function sectionsOf(form: Form, course: CourseRow, holds: Holds, only: string | undefined): Section[] {
  const sections: Section[] = [{ head: courseHead(form, course) }]
  for (const [m, module] of (course.modules ?? []).entries()) {
    const lessons = (module.lessons ?? []).map(
      (lesson, l): Section => ({ head: lessonHead(form, lesson, `${m + 1}.${l + 1}`, holds(lesson.id)), lesson }),
    )
    const shown = only === undefined ? lessons : lessons.filter(({ lesson }) => lesson?.id === only)
    if (only === undefined || shown.length > 0) sections.push({ head: moduleHead(form, module, m + 1) }, ...shown)
  }
  return sections
}

const sizeOf = ({ head, lesson }: Section) => head.length + gap.length + (lesson?.blocks?.length ? noteChars : 0)

/** The sections whose headings fit, and the characters that then are left. */
function fitting(sections: readonly Section[], maxChars: number): [Section[], number] {
  let left = maxChars - noteChars
  const fits = sections.findIndex((section) => {
    const size = sizeOf(section)
    if (size > left) return true
    left -= size
    return false
  })
  return [fits < 0 ? [...sections] : sections.slice(0, fits), left]
}

/** A lesson's blocks from its first on, as many as fit. */
function told(block: (block: BlockRow) => string, blocks: readonly BlockRow[], left: number): string[] {
  const texts: string[] = []
  let rest = left
  for (const one of blocks) {
    const text = block(one)
    rest -= text.length + gap.length
    if (rest < 0) return texts
    texts.push(text)
  }
  return texts
}

/**
 * A course as text of at most `maxChars` characters. Headings come first, then the blocks of each lesson while there is
 * room; what is left out is said where it would stand.
 */
export function textOf(
  form: Form,
  course: CourseRow,
  { holds, only, maxChars }: { holds: Holds; only?: string; maxChars: number },
): CourseText {
  const sections = sectionsOf(form, course, holds, only)
  const [shown, room] = fitting(sections, maxChars)
  const leftOut: LeftOut = { headings: sections.length - shown.length, blocks: 0, lessonIds: [] }
  let left = room
  const parts = shown.flatMap(({ head, lesson }) => {
    const blocks = (form.block && lesson?.blocks) ?? []
    const texts = form.block ? told(form.block, blocks, left) : []
    left -= texts.reduce((sum, text) => sum + text.length + gap.length, 0)
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
    parts.push(
      `> Left out for size: the last ${number(leftOut.headings)} modules and lessons. Ask for more characters.`,
    )
  return { text: parts.join(gap), leftOut }
}
