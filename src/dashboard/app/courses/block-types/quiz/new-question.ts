import { type BlockContent, getStringMember } from '../../block-content/content.ts'

/** Returns an id that no item has yet. The id consists of the prefix and a number: `q1`, `q2`. */
export function makeUniqueId(prefix: string, items: readonly BlockContent[]): string {
  const ids = new Set(items.map((item) => getStringMember(item, 'id')))
  let number = items.length + 1
  while (ids.has(`${prefix}${number}`)) number += 1
  return `${prefix}${number}`
}

/** Returns a new question with two empty answers. No question in `questions` has the same id. */
export const makeEmptyQuestion = (questions: readonly BlockContent[]): BlockContent => ({
  id: makeUniqueId('q', questions),
  type: 'single_choice',
  options: [{ id: 'o1' }, { id: 'o2' }],
  points: 1,
})
