import { diffWordsWithSpace } from 'diff'

export type ComparedWords = { change: 'same' | 'removed' | 'added'; text: string }

const maxEdits = 300
/**
 * Returns how the words of a text changed, or undefined if the texts are equal or too different.
 * @param minSameShare the share of equal characters below which two texts are no versions of one text, 0 to 1
 */
export function compareWords(before: string, after: string, minSameShare: number): ComparedWords[] | undefined {
  if (before === after) return undefined
  const words = diffWordsWithSpace(before, after, { maxEditLength: maxEdits })?.map(
    ({ added, removed, value }): ComparedWords => ({
      change: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    }),
  )
  const same = words?.reduce((total, { change, text }) => (change === 'same' ? total + text.trim().length : total), 0)
  return same !== undefined && same >= minSameShare * Math.max(before.trim().length, after.trim().length)
    ? words
    : undefined
}
