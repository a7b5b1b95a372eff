import type { JsonObject } from '../../../operations/json-object.ts'
import { getObjectListProperty, getTextProperty } from '../definition/markdown.ts'

const questionTypes = ['single_choice', 'multiple_choice', 'true_false', 'short_text'] as const
export type QuestionType = (typeof questionTypes)[number]

export type AnswerOption = { id: string; text: string; feedback: string }

export type Question = {
  id: string
  type: QuestionType
  prompt: string
  options: AnswerOption[]
  /** The ids of the right options, or the right texts of a `short_text` question. Empty if the author set no answer. */
  rightAnswers: string[]
  points: number
  explanation: string
}

const trueFalseOptions: AnswerOption[] = [
  { id: 'true', text: 'True', feedback: '' },
  { id: 'false', text: 'False', feedback: '' },
]

/**
 * Returns whether a `true_false` question has the default options, because the author has not written options with the
 * ids `true` and `false`.
 */
export const hasDefaultTrueFalseOptions = ({ options }: Question): boolean => options === trueFalseOptions

/**
 * Returns whether options have the ids `true` and `false`. A `true_false` question needs these ids, because its right
 * answer is a boolean.
 */
export const hasTrueAndFalseIds = (options: readonly JsonObject[]): boolean =>
  trueFalseOptions.every(({ id }) => options.some((option) => option?.id === id))

function toTexts(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(toTexts)
  return typeof answer === 'string' || typeof answer === 'boolean' ? [String(answer)] : []
}

function readQuestion(question: JsonObject, index: number): Question {
  const options = getObjectListProperty(question, 'options').map((option, position) => ({
    id: getTextProperty(option, 'id') || String(position),
    text: getTextProperty(option, 'text'),
    feedback: getTextProperty(option, 'feedback'),
  }))
  const known = questionTypes.find((type) => type === question.type)
  const type = known ?? (options.length > 0 ? 'single_choice' : 'short_text')
  return {
    id: getTextProperty(question, 'id') || `question-${index}`,
    type,
    prompt: getTextProperty(question, 'prompt'),
    options: type === 'true_false' && !hasTrueAndFalseIds(options) ? trueFalseOptions : options,
    rightAnswers: toTexts(question.answer).filter((answer) => answer.trim() !== ''),
    points: typeof question.points === 'number' ? question.points : 1,
    explanation: getTextProperty(question, 'explanation'),
  }
}

/**
 * Reads the questions of a quiz. A question without an id gets an id from its position, such as `question-0`. The id is
 * the same in the quiz that learners receive, because the positions are the same.
 */
export const readQuizQuestions = (content: JsonObject): Question[] =>
  getObjectListProperty(content, 'questions').map(readQuestion)
