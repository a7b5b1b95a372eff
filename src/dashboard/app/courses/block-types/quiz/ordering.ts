import { type BlockContent, getObjectListProperty } from '../../block-content/content.ts'
import { addRandomIds } from './new-question.ts'

/**
 * Returns the options of an `ordering` question in the right order, each with an id. Options that the answer does not name
 * come last.
 */
export function listOptionsInRightOrder(question: BlockContent): BlockContent[] {
  const options = addRandomIds(getObjectListProperty(question, 'options'))
  const order = Array.isArray(question.answer) ? (question.answer as unknown[]) : []
  const placeOf = ({ id }: BlockContent) => (order.includes(id) ? order.indexOf(id) : options.length)
  return options.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Returns an `ordering` question with these options, which are in the right order. */
export const replaceOrder = (question: BlockContent, options: readonly BlockContent[]): BlockContent => ({
  ...question,
  options,
  answer: options.map(({ id }) => id),
})
