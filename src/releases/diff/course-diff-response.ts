import { makeYieldToEventLoop } from '../../courses/tree/yield-often.ts'
import { truncateText } from '../../platform/text.ts'
import type { NodeChange, SnapshotComparison } from './compare.ts'
import type { ValueChange } from './values.ts'
import { compareTextsWordByWord, type WordChange } from './words.ts'

/**
 * A changed value in a response. `before` and `after` are the earlier and the later value. A text stays as it is, and
 * any other value is JSON.
 */
export type ValueDifferenceResponse = {
  path: string
  before: string | null
  after: string | null
  words: WordChange[] | null
}
export type CourseChangeResponse = Omit<NodeChange, 'values'> & { values: ValueDifferenceResponse[] }
export type CourseDiffResponse = Omit<SnapshotComparison, 'changes'> & {
  from: string
  to: string
  changes: CourseChangeResponse[]
}

/** The number of characters after which a value in a response is cut. */
const maxValueChars = 20_000
/**
 * The maximum total length of the values in a response, in characters. A response that reaches this length omits the
 * remaining changes.
 */
const maxAnswerChars = 4_000_000
/** The maximum number of texts in a response that are compared word by word. */
const maxTextsByWords = 100

/**
 * The maximum number of characters of a value in a response. A value with more than `maxValueChars` characters is cut,
 * and gets an ellipsis at its end.
 */
export const maxValueCharsInResponse = maxValueChars + 1

const asText = (value: unknown): string | null => {
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= maxValueChars ? text : `${truncateText(text, maxValueChars)}…`
}

/**
 * The maximum length of the JSON Pointer of a value. If a pointer is longer, the response omits the value, and the
 * field `isComplete` of the response is false.
 */
export const maxValuePathChars = 1000

/**
 * Converts the changes of a course to a response of limited size. Changes that do not fit are counted but not listed.
 * The function often yields to the event loop.
 */
export async function makeCourseDiffResponse(
  { changes, counts, isComplete }: SnapshotComparison,
  { from, to }: { from: string; to: string },
): Promise<CourseDiffResponse> {
  const yieldOften = makeYieldToEventLoop()
  let chars = 0
  let compared = 0
  let isCut = false
  function present({ path, before, after }: ValueChange): ValueDifferenceResponse {
    const isText = typeof before === 'string' && typeof after === 'string' && compared < maxTextsByWords
    const words = isText ? (compareTextsWordByWord(before, after) ?? null) : null
    if (isText) compared++
    const shown = { path, before: asText(before), after: asText(after), words }
    chars += path.length + (shown.before?.length ?? 0) + (shown.after?.length ?? 0)
    return shown
  }
  const shown: CourseChangeResponse[] = []
  for (const { values, ...change } of changes) {
    if (chars > maxAnswerChars) break
    const presented: ValueDifferenceResponse[] = []
    for (const value of values) {
      await yieldOften()
      if (chars > maxAnswerChars || value.path.length > maxValuePathChars) isCut = true
      else presented.push(present(value))
    }
    shown.push({ ...change, values: presented })
  }
  return { from, to, changes: shown, counts, isComplete: isComplete && !isCut && shown.length === changes.length }
}
