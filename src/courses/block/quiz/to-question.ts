import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'
import { getObjectListProperty, getTextProperty } from '../definition/markdown.ts'
import type { AnswerOption, Question } from './question-types/question.ts'
import type { QuestionType } from './question-types/question-type-names.ts'
import { questionTypeDefinitionByName } from './question-types.ts'

const trueFalseOptions: AnswerOption[] = [
  { id: 'true', text: 'True', feedback: '' },
  { id: 'false', text: 'False', feedback: '' },
]

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : []
const numberOr = <Default>(value: unknown, otherwise: Default) => (typeof value === 'number' ? value : otherwise)
const objectsOf = (question: JsonObject, list: string) => getObjectListProperty(question, list).filter(isJsonObject)

/** Returns the lists of a question that its type uses. */
function readLists(question: JsonObject): Pick<Question, 'options' | 'targets' | 'gaps'> {
  return {
    options: objectsOf(question, 'options').map((option) => ({
      id: getTextProperty(option, 'id'),
      text: getTextProperty(option, 'text'),
      feedback: getTextProperty(option, 'feedback'),
    })),
    targets: objectsOf(question, 'targets').map((target) => ({
      id: getTextProperty(target, 'id'),
      text: getTextProperty(target, 'text'),
    })),
    gaps: objectsOf(question, 'gaps').map((gap) => ({ id: getTextProperty(gap, 'id'), options: textsOf(gap.options) })),
  }
}

/** Returns the right answer of a complete question, or undefined. An empty text is no answer. */
function readRightAnswer(question: JsonObject, lists: Pick<Question, 'options' | 'targets' | 'gaps'>): unknown {
  const { hasForm, isComplete } = questionTypeDefinitionByName[question.type as QuestionType]
  const { answer } = question
  const isUsable = answer !== undefined && answer !== '' && hasForm(answer)
  return isUsable && isComplete(answer, { prompt: getTextProperty(question, 'prompt'), ...lists }) ? answer : undefined
}

/** Returns a question in the documented shape. It has a type, and its options, targets and gaps have ids. */
export function toQuestion(question: JsonObject): Question {
  const type = question.type as QuestionType
  const lists = readLists(question)
  const hasDefaultOptions = type === 'true_false' && lists.options.length === 0
  const answer = readRightAnswer(question, lists)
  return {
    ...lists,
    id: getTextProperty(question, 'id'),
    type,
    prompt: getTextProperty(question, 'prompt'),
    options: hasDefaultOptions ? trueFalseOptions : lists.options,
    hasDefaultOptions,
    answer,
    isScored: answer !== undefined,
    tolerance: numberOr(question.tolerance, 0),
    unit: getTextProperty(question, 'unit'),
    sampleAnswer: getTextProperty(question, 'sampleAnswer'),
    points: numberOr(question.points, 1),
    partialCredit: question.partialCredit === true,
    attempts: numberOr(question.attempts, null),
    hints: textsOf(question.hints),
    explanation: getTextProperty(question, 'explanation'),
    feedbackCorrect: getTextProperty(question, 'feedbackCorrect'),
    feedbackIncorrect: getTextProperty(question, 'feedbackIncorrect'),
    caseSensitive: question.caseSensitive === true,
    accentSensitive: question.accentSensitive === true,
  }
}
