import { type BlockContent, getObjectListProperty, getStringProperty } from '../../block-content/content.ts'
import type { QuestionType } from './questions.ts'

/** Returns an id that no item has yet: the prefix and a number, such as `q2`. */
export function makeUniqueId(prefix: string, items: readonly BlockContent[]): string {
  const ids = new Set(items.map((item) => getStringProperty(item, 'id')))
  let number = items.length + 1
  while (ids.has(`${prefix}${number}`)) number += 1
  return `${prefix}${number}`
}

const emptyOptions: readonly BlockContent[] = [{ id: 'o1' }, { id: 'o2' }]

/** Returns a new quiz question with two empty answers and with an id that no question in `questions` has. */
export const makeEmptyQuestion = (questions: readonly BlockContent[]): BlockContent => ({
  id: makeUniqueId('q', questions),
  type: 'single_choice',
  options: emptyOptions,
  points: 1,
})

/**
 * Returns a copy of a question with another type. The copy has no correct answer, because the answer depends on the
 * type.
 */
export function replaceQuestionType(
  question: BlockContent,
  type: QuestionType,
  formerOptions: readonly BlockContent[],
): BlockContent {
  if (type === 'true_false' || type === 'short_text')
    return { ...question, type, answer: undefined, options: undefined }
  const lists = [getObjectListProperty(question, 'options'), formerOptions, emptyOptions]
  return { ...question, type, answer: undefined, options: lists.find(({ length }) => length > 0) }
}
