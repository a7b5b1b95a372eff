import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'
import { addDerivedQuestionIds } from './derived-ids.ts'
import { addEntryIds, readGaps } from './lists.ts'
import type { QuestionType } from './question-types/question-type-names.ts'
import { readAnswer } from './read-answer.ts'
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
  if (hasTrueAndFalseIds(options)) return addEntryIds('true_false', 'options', options)
  const named = options.map((option) => ({ ...option, id: String(option.text).trim().toLowerCase() }))
  return named.length === trueFalseIds.length && hasTrueAndFalseIds(named) ? named : undefined
}

function inferType({ answer }: JsonObject, options: readonly JsonObject[]): QuestionType {
  const writtenIds = new Set(options.map(({ id }) => id))
  const read =
    answer == null ? undefined : readAnswer({ type: undefined, options, writtenIds, areNumbers: false }, answer, false)
  return read?.type ?? (options.length > 0 ? 'single_choice' : 'short_text')
}

/** Returns the targets or gaps of a question, if its type has such a list, with the ids that they lack. */
function completeLists(question: JsonObject, type: QuestionType): JsonObject {
  if (type === 'cloze') return { gaps: readGaps(question) }
  const { targets } = question
  return type === 'matching' && Array.isArray(targets)
    ? { targets: addEntryIds(type, 'targets', targets.filter(isJsonObject)) }
    : {}
}

/** Adds the type, and the ids of options, targets and gaps, that a question lacks. */
export function completeQuestion(question: JsonObject): JsonObject {
  const given = Array.isArray(question.options) ? question.options.filter(isJsonObject) : []
  const type = readQuestionType(question.type) ?? inferType(question, addEntryIds(undefined, 'options', given))
  const options = type === 'true_false' ? completeTrueFalseOptions(given) : addEntryIds(type, 'options', given)
  const { options: _options, ...others } = question
  const lists = completeLists(question, type)
  if (type === question.type && options === given && Object.keys(lists).length === 0) return question
  return { ...others, type, ...(options && options.length > 0 && { options }), ...lists }
}

/** Adds the ids and the types that the questions of a quiz lack. They are the same at each read. */
export function completeQuiz(content: JsonObject): JsonObject {
  if (!Array.isArray(content.questions)) return content
  const questions = content.questions.filter(isJsonObject).map(completeQuestion)
  return { ...content, questions: addDerivedQuestionIds(questions) }
}
