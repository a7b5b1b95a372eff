import type { QuestionType } from '../../../../../courses/block/quiz/question-types/question-type-names.ts'
import { type BlockContent, getObjectListProperty, getStringProperty } from '../../block-content/content.ts'

const idsOf = (items: readonly BlockContent[]) => new Set(items.map((item) => getStringProperty(item, 'id')))

/** Returns an id that no item has yet: the prefix and a number, such as `q2`. */
export function makeUniqueId(prefix: string, items: readonly BlockContent[]): string {
  const ids = idsOf(items)
  let number = items.length + 1
  while (ids.has(`${prefix}${number}`)) number += 1
  return `${prefix}${number}`
}

/** Returns an id that no item has yet, and that does not tell learners the place of the item. */
export function makeRandomId(items: readonly BlockContent[]): string {
  const ids = idsOf(items)
  for (;;) {
    const id = crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36).padStart(7, '0')
    if (!ids.has(id)) return id
  }
}

/** Returns the items with random ids for those without an id, or for all items. */
export const addRandomIds = (items: readonly BlockContent[], isForAll = false): BlockContent[] =>
  items.map((item) => (getStringProperty(item, 'id') && !isForAll ? item : { ...item, id: makeRandomId(items) }))

const emptyOptions: readonly BlockContent[] = [{ id: 'o1' }, { id: 'o2' }]

/** Returns a new quiz question with two empty answers and with an id that no question in `questions` has. */
export const makeEmptyQuestion = (questions: readonly BlockContent[]): BlockContent => ({
  id: makeUniqueId('q', questions),
  type: 'single_choice',
  options: emptyOptions,
  points: 1,
})

/** The types of question whose options an author writes. */
const typesWithOptions: readonly QuestionType[] = ['single_choice', 'multiple_choice', 'ordering', 'matching']

/**
 * Returns a copy of a question with another type. The copy has no correct answer, because the answer depends on the
 * type. The order of the options is the answer of an `ordering` question.
 */
export function replaceQuestionType(
  question: BlockContent,
  type: QuestionType,
  formerOptions: readonly BlockContent[],
): BlockContent {
  const changed = { ...question, type, answer: undefined }
  if (!typesWithOptions.includes(type)) return { ...changed, options: undefined }
  const lists = [getObjectListProperty(question, 'options'), formerOptions, emptyOptions]
  const options = lists.find(({ length }) => length > 0)!
  if (type === 'ordering') {
    const named = addRandomIds(options, true)
    return { ...changed, options: named, answer: named.map(({ id }) => id) }
  }
  const targets = getObjectListProperty(question, 'targets')
  if (type === 'matching' && targets.length === 0) return { ...changed, options, targets: addRandomIds([{}, {}]) }
  return { ...changed, options }
}
