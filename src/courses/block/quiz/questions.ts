import type { JsonObject } from '../../../operations/json-object.ts'
import { getObjectListProperty, getTextProperty } from '../definition/markdown.ts'
import { completeQuiz } from './complete.ts'
import { readQuizContent } from './read-quiz.ts'
import type { QuestionType } from './schema.ts'

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

function toTexts(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(toTexts)
  return typeof answer === 'string' || typeof answer === 'boolean' ? [String(answer)] : []
}

function toQuestion(question: JsonObject): Question {
  const options = getObjectListProperty(question, 'options').map((option) => ({
    id: getTextProperty(option, 'id'),
    text: getTextProperty(option, 'text'),
    feedback: getTextProperty(option, 'feedback'),
  }))
  const type = question.type as QuestionType
  return {
    id: getTextProperty(question, 'id'),
    type,
    prompt: getTextProperty(question, 'prompt'),
    options: type === 'true_false' && options.length === 0 ? trueFalseOptions : options,
    rightAnswers: toTexts(question.answer).filter((answer) => answer.trim() !== ''),
    points: typeof question.points === 'number' ? question.points : 1,
    explanation: getTextProperty(question, 'explanation'),
  }
}

const ignore = () => {}

/**
 * Reads the questions of a quiz in any spelling. A question without an id gets an id from its position, such as
 * `question-0`. The id is the same in the quiz that learners receive.
 */
export const readQuizQuestions = (content: JsonObject): Question[] =>
  getObjectListProperty(completeQuiz(readQuizContent(content, ignore)), 'questions').map(toQuestion)
