import { diffWordsWithSpace } from 'diff'

/** A part of a text: the same in both texts, or only in the earlier or later one. */
export type WordChange = { change: 'same' | 'removed' | 'added'; text: string }

/** Texts that are longer, or that differ more, are shown as a whole. So the time is bounded for every input. */
const maxChars = 20_000
const maxEdits = 300

/** Returns how the words of a text changed, or undefined if the texts are too long or differ too much. */
export function compareWords(before: string, after: string): WordChange[] | undefined {
  if (before.length > maxChars || after.length > maxChars) return undefined
  const parts = diffWordsWithSpace(before, after, { maxEditLength: maxEdits })
  return parts?.map(({ added, removed, value }) => ({
    change: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}
