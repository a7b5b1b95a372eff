import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'
import { addDerivedOptionIds, addDerivedQuestionIds } from './derived-ids.ts'
import { readAnswer } from './read-answer.ts'
import type { QuestionType } from './schema.ts'
import { readQuestionType } from './spellings.ts'

const trueFalseIds = ['true', 'false']

/**
 * Returns whether options have the ids `true` and `false`. A `true_false` question needs these ids, because its right
 * answer is a boolean.
 */
export const hasTrueAndFalseIds = (options: readonly JsonObject[]): boolean =>
  trueFalseIds.every((id) => options.some((option) => option?.id === id))

/** Returns the options of a `true_false` question, with the ids `true` and `false`, or undefined for the usual options. */
function completeTrueFalseOptions(options: readonly JsonObject[]): readonly JsonObject[] | undefined {
  if (hasTrueAndFalseIds(options)) return addDerivedOptionIds(options)
  const named = options.map((option) => ({ ...option, id: String(option.text).trim().toLowerCase() }))
  return named.length === trueFalseIds.length && hasTrueAndFalseIds(named) ? named : undefined
}

function inferType({ answer }: JsonObject, options: readonly JsonObject[]): QuestionType {
  const writtenIds = new Set(options.map(({ id }) => id))
  const read =
    answer == null ? undefined : readAnswer({ type: undefined, options, writtenIds, areNumbers: false }, answer, false)
  return read?.type ?? (options.length > 0 ? 'single_choice' : 'short_text')
}

/** Adds the type and the ids of options that a question lacks. */
export function completeQuestion(question: JsonObject): JsonObject {
  const given = Array.isArray(question.options) ? question.options.filter(isJsonObject) : []
  const derived = addDerivedOptionIds(given)
  const type = readQuestionType(question.type) ?? inferType(question, derived)
  const options = type === 'true_false' ? completeTrueFalseOptions(given) : derived
  const { options: _options, ...others } = question
  if (type === question.type && options === given) return question
  return options && options.length > 0 ? { ...others, type, options } : { ...others, type }
}

/** Adds the ids and the types that the questions of a quiz lack. They are the same at each read. */
export function completeQuiz(content: JsonObject): JsonObject {
  if (!Array.isArray(content.questions)) return content
  const questions = content.questions.filter(isJsonObject).map(completeQuestion)
  return { ...content, questions: addDerivedQuestionIds(questions) }
}
