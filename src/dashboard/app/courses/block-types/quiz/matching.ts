import { addDerivedIds } from '../../../../../courses/block/quiz/derived-ids.ts'
import { type BlockContent, getObjectListProperty, isJsonObject } from '../../block-content/content.ts'
import { addRandomIds } from './new-question.ts'

/** A `matching` question as its form shows it: every entry has an id. */
export type Matching = { options: BlockContent[]; targets: BlockContent[]; targetIdByOptionId: BlockContent }

/** Reads a `matching` question. */
export function readMatching(question: BlockContent): Matching {
  return {
    options: [...addDerivedIds(getObjectListProperty(question, 'options'), String)],
    targets: addRandomIds(getObjectListProperty(question, 'targets')),
    targetIdByOptionId: isJsonObject(question.answer) ? question.answer : {},
  }
}

/** Returns the question with other parts. Pairs with entries that do not exist are left out. */
export function replaceMatching(question: BlockContent, matching: Matching): BlockContent {
  const { options, targets, targetIdByOptionId } = matching
  const optionIds = new Set(options.map(({ id }) => id))
  const targetIds = new Set(targets.map(({ id }) => id))
  const pairs = Object.entries(targetIdByOptionId).filter(([id, target]) => optionIds.has(id) && targetIds.has(target))
  return { ...question, options, targets, answer: pairs.length > 0 ? Object.fromEntries(pairs) : undefined }
}
