import { getObjectListProperty } from '../../courses/block/definition/markdown.ts'
import { findQuestionContradictions } from '../../courses/block/quiz/contradictions.ts'
import { questionTypeDefinitionByName } from '../../courses/block/quiz/question-types.ts'
import { readQuestionType } from '../../courses/block/quiz/spellings.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import type { BlockProblem } from '../model/check.ts'
import type { QuestionWithPath } from './quiz-question.ts'

const definitionOf = ({ type }: JsonObject) => {
  const known = readQuestionType(type)
  return known && questionTypeDefinitionByName[known]
}

/** Returns whether a question needs a right answer, and lacks it. */
export function isRightAnswerMissing(question: JsonObject): boolean {
  const { type, answer } = question
  const definition = definitionOf(question)
  if (definition && definition.answer === undefined) return false
  if (answer === undefined || answer === null) return true
  // An empty list of a multiple choice means that no option is right.
  if (type === 'multiple_choice' && Array.isArray(answer) && answer.length === 0) return false
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

/** Finds the problem of the right answer of a question of a type that has no row in `answerRules`. */
function findOtherProblem(_answer: unknown, _isOption: unknown, question: JsonObject): string | undefined {
  if (definitionOf(question)?.answer === undefined) return undefined
  return findQuestionContradictions(question, '').find(({ path }) => path === '.answer')?.message
}

/** Finds a right answer that is not an option, or that does not fit the type of its question. */
export function findInvalidRightAnswer({ question, path, number }: QuestionWithPath): BlockProblem | undefined {
  const { type } = question
  const rule = typeof type === 'string' && Object.hasOwn(answerRules, type) ? answerRules[type] : findOtherProblem
  if (!rule || isRightAnswerMissing(question)) return undefined
  const wrong = rule(question.answer, isIdOf(getObjectListProperty(question, 'options')), question)
  if (wrong === undefined) return undefined
  return { path: `${path}/answer`, message: `The right answer of question ${number} ${wrong}.` }
}
