import { diffWordsWithSpace } from 'diff'

/**
 * A part of two compared texts. `same` is a part of both texts, `removed` only of the earlier text, and `added` only of
 * the later text.
 */
export type WordChange = { change: 'same' | 'removed' | 'added'; text: string }

/**
 * The maximum length of each compared text, and the maximum number of edits. Longer comparisons would take too much
 * time.
 */
const maxChars = 20_000
const maxEdits = 300

/** The maximum length, in characters, of one part of the result of a comparison. */
export const maxWordDiffPartChars = maxChars
/**
 * The maximum number of parts in a result: the edits, and the unchanged texts between them. With more edits, there is
 * no result.
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
