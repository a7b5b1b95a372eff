import { addDerivedIds, addDerivedQuestionIds } from '../../../../../courses/block/quiz/derived-ids.ts'
import { listGaps } from '../../../../../courses/block/quiz/gaps.ts'
import type { Question } from '../../../../../courses/block/quiz/question-types/question.ts'
import { questionTypes } from '../../../../../courses/block/quiz/question-types/question-type-names.ts'
import { toQuestion } from '../../../../../courses/block/quiz/to-question.ts'
import { type BlockContent, getObjectListProperty, getStringProperty } from '../../block-content/content.ts'
import { shuffleEntries } from './shuffle-entries.ts'

/**
 * Returns whether the options fit a `true_false` question: there must be options with the ids `true` and `false`,
 * because the correct answer is a boolean.
 */
const areTrueFalseOptions = (options: readonly BlockContent[]): boolean =>
  ['true', 'false'].every((id) => options.some((option) => option.id === id))

/** Adds the type, and the ids of options, targets and gaps, that a question lacks. */
function completeQuestion(question: BlockContent): BlockContent {
  const options = addDerivedIds(getObjectListProperty(question, 'options'), String)
  const knownType = questionTypes.find((type) => type === question.type)
  const type = knownType ?? (options.length > 0 ? 'single_choice' : 'short_text')
  const gaps = getObjectListProperty(question, 'gaps')
  return {
    ...question,
    type,
    options: type === 'true_false' && !areTrueFalseOptions(options) ? [] : options,
    targets: addDerivedIds(getObjectListProperty(question, 'targets'), String),
    gaps: type === 'cloze' ? listGaps(getStringProperty(question, 'prompt'), gaps) : [],
  }
}

/**
 * Reads the questions of a quiz from the block's content. Each returned question has a unique id. With `shuffle`, its options
 * are in another order.
 */
export function parseQuestions(content: BlockContent): Question[] {
  const ids = new Set<string>()
  return addDerivedQuestionIds(getObjectListProperty(content, 'questions')).map((item, index) => {
    const question = toQuestion(completeQuestion(item))
    const id = ids.has(question.id) ? `${question.id}-${index}` : question.id
    ids.add(id)
    return { ...question, id, options: item.shuffle === true ? shuffleEntries(question.options, id) : question.options }
  })
}
