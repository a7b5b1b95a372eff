import { getObjectListProperty, getTextProperty } from '../../courses/block/definition/markdown.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import { normalizeText } from '../../platform/normalize-text.ts'
import type { BlockProblem, Fix, FixEdit } from '../model/check.ts'
import type { QuestionWithPath } from './quiz-question.ts'

/** Returns whether the right answer of a question is missing or empty. */
export function isRightAnswerMissing({ answer }: JsonObject): boolean {
  if (answer === undefined || answer === null) return true
  return [answer].flat().every((one) => typeof one === 'string' && one.trim() === '')
}

const sameText = (text: string) => normalizeText(text, 'NFC').trim().toLowerCase()

const isIdOf = (options: readonly JsonObject[]) => {
  const ids = new Set(options.map((option) => option?.id).filter((id) => typeof id === 'string'))
  return (answer: unknown) => ids.has(answer as string)
}

/**
 * Returns the fix for a `single_choice` answer that is the text of exactly one option instead of its id. Otherwise,
 * returns undefined.
 */
function useIdOfOption({ question, path }: QuestionWithPath): Fix | undefined {
  const { answer, type } = question
  if (type !== 'single_choice' || typeof answer !== 'string') return undefined
  const options = getObjectListProperty(question, 'options')
  const text = sameText(answer)
  const matches = [...options.keys()].filter(
    (index) => options[index] && sameText(getTextProperty(options[index], 'text')) === text,
  )
  const [index] = matches
  if (index === undefined || matches.length > 1) return undefined
  const id = getTextProperty(options[index]!, 'id')
  const description = 'Makes the option with this text the right answer.'
  if (id !== '') return { description, edits: [{ path: `${path}/answer`, value: id }] }
  const edits: FixEdit[] = [{ path: `${path}/options/${index}/id`, value: answer }]
  return { description, edits }
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
export function findInvalidRightAnswer(placed: QuestionWithPath): BlockProblem | undefined {
  const { question, path, number } = placed
  const { type } = question
  const rule = typeof type === 'string' && Object.hasOwn(answerRules, type) ? answerRules[type] : undefined
  if (!rule || isRightAnswerMissing(question)) return undefined
  const wrong = rule(question.answer, isIdOf(getObjectListProperty(question, 'options')))
  if (wrong === undefined) return undefined
  const fix = useIdOfOption(placed)
  return { path: `${path}/answer`, message: `The right answer of question ${number} ${wrong}.`, ...(fix && { fix }) }
}
