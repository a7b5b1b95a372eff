import { makeYieldToEventLoop } from '../../courses/tree/yield-often.ts'
import type { NodeChange, SnapshotDifference } from './compare.ts'
import type { ValueChange } from './values.ts'
import { compareWords, type WordChange } from './words.ts'

/** A changed value in a response. Texts are unchanged, and all other values are JSON text. */
export type PresentedValue = { path: string; before: string | null; after: string | null; words: WordChange[] | null }
export type PresentedChange = Omit<NodeChange, 'values'> & { values: PresentedValue[] }
export type PresentedDifference = Omit<SnapshotDifference, 'changes'> & {
  from: string
  to: string
  changes: PresentedChange[]
}

/**
 * The limits of a response: characters of one value, characters of all values, and texts that are compared by words.
 */
const maxValueChars = 20_000
const maxAnswerChars = 4_000_000
const maxTextsByWords = 100

const asText = (value: unknown): string | null => {
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= maxValueChars ? text : `${text.slice(0, maxValueChars)}…`
}

/** The maximum length of the place of a value. Values at longer places are counted as a change and not listed. */
const maxPathChars = 1000

/**
 * Prepares the changes of a course for an answer of limited size. What does not fit is counted but not listed. Other
 * requests run between the values.
 */
export async function presentDifference(
  { changes, counts, isComplete }: SnapshotDifference,
  { from, to }: { from: string; to: string },
): Promise<PresentedDifference> {
  const yieldOften = makeYieldToEventLoop()
  let chars = 0
  let compared = 0
  let isCut = false
  function present({ path, before, after }: ValueChange): PresentedValue {
    const isText = typeof before === 'string' && typeof after === 'string' && compared < maxTextsByWords
    const words = isText ? (compareWords(before, after) ?? null) : null
    if (isText) compared++
    const shown = { path, before: asText(before), after: asText(after), words }
    chars += path.length + (shown.before?.length ?? 0) + (shown.after?.length ?? 0)
    return shown
  }
  const shown: PresentedChange[] = []
  for (const { values, ...change } of changes) {
    if (chars > maxAnswerChars) break
    const presented: PresentedValue[] = []
    for (const value of values) {
      await yieldOften()
      if (chars > maxAnswerChars || value.path.length > maxPathChars) isCut = true
      else presented.push(present(value))
    }
    shown.push({ ...change, values: presented })
  }
  return { from, to, changes: shown, counts, isComplete: isComplete && !isCut && shown.length === changes.length }
}
