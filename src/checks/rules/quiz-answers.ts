import { getObjectListProperty } from '../../courses/block/definition/markdown.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import type { BlockProblem } from '../model/check.ts'
import type { QuestionWithPath } from './quiz-question.ts'

/** Returns whether the right answer of a question is missing or empty. */
export function isRightAnswerMissing({ answer }: JsonObject): boolean {
  if (answer === undefined || answer === null) return true
  return [answer].flat().every((one) => typeof one === 'string' && one.trim() === '')
}

const isIdOf = (options: readonly JsonObject[]) => {
  const ids = new Set(options.map((option) => option?.id).filter((id) => typeof id === 'string'))
  return (answer: unknown) => ids.has(answer as string)
}

/**
 * For each question type, a function that returns the problem of the right answer, such as `is neither true nor false`,
 * or undefined.
 */
const answerRules: Record<string, (answer: unknown, isOption: (answer: unknown) => boolean) => string | undefined> = {
  single_choice: (answer, isOption) => (isOption(answer) ? undefined : 'is the id of no option'),
  multiple_choice: (answer, isOption) =>
    Array.isArray(answer) && answer.every(isOption) ? undefined : 'is not a list of ids of options',
  true_false: (answer) => (typeof answer === 'boolean' ? undefined : 'is neither true nor false'),
  short_text: (answer) =>
    [answer].flat().every((text) => typeof text === 'string') ? undefined : 'is neither a text nor a list of texts',
}

/** Finds a right answer that is not an option, or that does not fit the type of its question. */
export function findInvalidRightAnswer({ question, path, number }: QuestionWithPath): BlockProblem | undefined {
  const { type } = question
  const rule = typeof type === 'string' && Object.hasOwn(answerRules, type) ? answerRules[type] : undefined
  if (!rule || isRightAnswerMissing(question)) return undefined
  const wrong = rule(question.answer, isIdOf(getObjectListProperty(question, 'options')))
  if (wrong === undefined) return undefined
  return { path: `${path}/answer`, message: `The right answer of question ${number} ${wrong}.` }
}
