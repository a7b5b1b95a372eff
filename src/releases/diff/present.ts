import type { NodeChange, SnapshotDifference } from './compare.ts'
import type { ValueChange } from './values.ts'
import { compareWords, type WordChange } from './words.ts'

/** A difference for an answer. Values are texts: a text as it is, and every other value as JSON. */
export type PresentedValue = { path: string; before: string | null; after: string | null; words: WordChange[] | null }
export type PresentedChange = Omit<NodeChange, 'values'> & { values: PresentedValue[] }
export type PresentedDifference = Omit<SnapshotDifference, 'changes'> & {
  from: string
  to: string
  changes: PresentedChange[]
}

/** What an answer shows at most: so many characters of one value, of all values, and texts compared by words. */
const maxValueChars = 20_000
const maxAnswerChars = 4_000_000
const maxTextsByWords = 100

const asText = (value: unknown): string | null => {
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= maxValueChars ? text : `${text.slice(0, maxValueChars)}…`
}

/** Prepares the changes of a course for an answer of limited size. What does not fit is counted but not listed. */
export function presentDifference(
  { changes, counts, isComplete }: SnapshotDifference,
  { from, to }: { from: string; to: string },
): PresentedDifference {
  let chars = 0
  let compared = 0
  function present({ path, before, after }: ValueChange): PresentedValue {
    const isText = typeof before === 'string' && typeof after === 'string' && compared < maxTextsByWords
    const words = isText ? (compareWords(before, after) ?? null) : null
    if (isText) compared++
    const shown = { path, before: asText(before), after: asText(after), words }
    chars += (shown.before?.length ?? 0) + (shown.after?.length ?? 0)
    return shown
  }
  const shown: PresentedChange[] = []
  for (const { values, ...change } of changes) {
    if (chars > maxAnswerChars) break
    shown.push({ ...change, values: values.map(present) })
  }
  return { from, to, changes: shown, counts, isComplete: isComplete && shown.length === changes.length }
}
