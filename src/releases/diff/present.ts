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

/**
 * Converts the changes of a course to a response of limited size. Changes that do not fit are counted but not listed.
 */
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
