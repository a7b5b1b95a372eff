import { type BlockContent, getStringProperty } from '../../block-content/content.ts'

/** Returns an id that no item has yet: the prefix and a number, such as `q2`. */
export function makeUniqueId(prefix: string, items: readonly BlockContent[]): string {
  const ids = new Set(items.map((item) => getStringProperty(item, 'id')))
  let number = items.length + 1
  while (ids.has(`${prefix}${number}`)) number += 1
  return `${prefix}${number}`
}

/** Returns a new quiz question with two empty answers and with an id that no question in `questions` has. */
export const makeEmptyQuestion = (questions: readonly BlockContent[]): BlockContent => ({
  id: makeUniqueId('q', questions),
  type: 'single_choice',
  options: [{ id: 'o1' }, { id: 'o2' }],
  points: 1,
})
