import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'
import type { QuestionType } from './question-types/question-type-names.ts'

/**
 * The right answer in the documented shape. `namesOptionsById` is false if the answer named its options in another way,
 * such as by their texts. The answer then contains the derived ids of options without an id.
 */
export type ReadAnswer = { type: QuestionType; answer: unknown; namesOptionsById: boolean }

type Question = {
  type: QuestionType | undefined
  /** The options with their ids. Options without an id have a derived id. */
  options: readonly JsonObject[]
  /** The ids that the author wrote. */
  writtenIds: ReadonlySet<unknown>
  areNumbers: boolean
}

const fold = (text: unknown) => String(text).trim().toLowerCase()

/** Returns the index of the only option with a text, or undefined if no option or several options have it. */
function makeTextFinder(options: readonly JsonObject[]) {
  const byText = new Map<string, number | undefined>()
  for (const [index, { text }] of options.entries()) {
    const folded = fold(text)
    byText.set(folded, byText.has(folded) ? undefined : index)
  }
  return (text: unknown) => byText.get(fold(text))
}

/**
 * Makes a function that finds the option that a value means. A text is an id, the text of an option, an index, or a
 * letter such as `B`. A number is an id or an index from 0, or the text of an option if all options are numbers.
 */
function makeOptionFinder({ options, writtenIds, areNumbers }: Question, isIndex: boolean) {
  const byId = new Map(options.map(({ id }, index) => [id, index]))
  const byText = makeTextFinder(options)
  const byWrittenId = (id: string) => (writtenIds.has(id) ? byId.get(id) : undefined)
  const byIndex = (index: number) =>
    Number.isInteger(index) && index >= 0 && index < options.length ? index : undefined
  const byLetter = (text: string) =>
    /^[a-z]$/i.test(text) ? byIndex(text.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0)) : undefined
  return (value: unknown): number | undefined => {
    if (isJsonObject(value))
      return byWrittenId(String(value.id)) ?? (value.text === undefined ? undefined : byText(value.text))
    if (typeof value === 'boolean') return byText(value)
    if (typeof value === 'number')
      return isIndex
        ? byIndex(value)
        : (byWrittenId(String(value)) ?? (areNumbers ? byText(value) : undefined) ?? byIndex(value))
    if (typeof value !== 'string') return undefined
    return byWrittenId(value) ?? byText(value) ?? byId.get(value) ?? byLetter(value.trim())
  }
}

const isText = (value: unknown) => typeof value === 'string'

function readTrueOrFalse(value: unknown): boolean | undefined {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (typeof only === 'boolean') return only
  if (!isText(only)) return undefined
  return { true: true, false: false }[fold(only)]
}

function readTexts(value: unknown): unknown {
  if (isText(value)) return value
  if (typeof value === 'number') return String(value)
  const isReadable = (one: unknown) => isText(one) || typeof one === 'number'
  if (!Array.isArray(value) || !value.every(isReadable)) return undefined
  return value.every(isText) ? value : value.map(String)
}

function readChoice(question: Question, value: unknown, isIndex: boolean): ReadAnswer | undefined {
  const { type, options, writtenIds } = question
  const isId = (id: unknown) => isText(id) && writtenIds.has(id)
  if (type !== 'multiple_choice' && !isIndex && isId(value))
    return { type: 'single_choice', answer: value, namesOptionsById: true }
  if (type === 'multiple_choice' && Array.isArray(value) && value.every(isId))
    return { type, answer: value, namesOptionsById: true }
  const find = makeOptionFinder(question, isIndex)
  const found = (Array.isArray(value) ? value : [value]).map(find)
  const ids = [...new Set(found)].map((index) => (index === undefined ? undefined : options[index]?.id))
  // An empty list is read above if the type is `multiple_choice`. In another question it is no answer.
  if (ids.length === 0 || ids.includes(undefined)) return undefined
  if (type === 'multiple_choice' || (type === undefined && ids.length > 1))
    return { type: 'multiple_choice', answer: ids, namesOptionsById: false }
  return ids.length === 1 ? { type: 'single_choice', answer: ids[0], namesOptionsById: false } : undefined
}

/**
 * Reads the right answer of a question: ids, texts, indexes or letters of options, a boolean, or texts. Returns
 * undefined if the answer does not fit the question.
 */
export function readAnswer(question: Question, value: unknown, isIndex: boolean): ReadAnswer | undefined {
  const { type, options } = question
  if (type === 'true_false' || (type === undefined && options.length === 0 && typeof value === 'boolean')) {
    const answer = readTrueOrFalse(value)
    if (answer !== undefined) return { type: 'true_false', answer, namesOptionsById: true }
    // The options of this question have other texts than true and false, so it is a choice of one option.
    return options.length > 0 ? readChoice({ ...question, type: 'single_choice' }, value, isIndex) : undefined
  }
  if (type === 'short_text' || (type === undefined && options.length === 0)) {
    const answer = readTexts(value)
    return answer === undefined ? undefined : { type: 'short_text', answer, namesOptionsById: true }
  }
  return readChoice(question, value, isIndex)
}
