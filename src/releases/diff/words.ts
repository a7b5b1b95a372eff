import { diffWordsWithSpace } from 'diff'

/**
 * A part of two compared texts. A part with `same` is in both texts. A part with `removed` is only in the earlier text,
 * and a part with `added` is only in the later text.
 */
export type WordChange = { change: 'same' | 'removed' | 'added'; text: string }

/**
 * The maximum length of each compared text in characters, and the maximum number of edits. A comparison above these
 * limits would take too much time.
 */
const maxChars = 20_000
const maxEdits = 300

/** The maximum length, in characters, of one part of the result of a comparison. */
export const maxWordDiffPartChars = maxChars
/**
 * The maximum number of parts in the result of a comparison. A part is an edit, or the unchanged text before, between
 * or after edits.
 */
export const maxWordDiffParts = 2 * maxEdits + 1

/** Returns how the words of a text changed, or undefined if the texts are too long or differ too much. */
export function compareTextsWordByWord(before: string, after: string): WordChange[] | undefined {
  if (before.length > maxChars || after.length > maxChars) return undefined
  const parts = diffWordsWithSpace(before, after, { maxEditLength: maxEdits })
  return parts?.map(({ added, removed, value }) => ({
    change: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}
