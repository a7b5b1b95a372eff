import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'
import type { InvalidField } from '../../../platform/errors.ts'
import { canBeGapId } from './gaps.ts'
import { readGaps } from './lists.ts'
import type { QuestionToRead, QuestionTypeDefinition, ShownList } from './question-types/definition.ts'
import { questionTypeDefinitionByName } from './question-types.ts'
import { readQuestionType } from './spellings.ts'

const hasDuplicates = (all: readonly unknown[]) => new Set(all).size < all.length

type Lists = Pick<QuestionToRead, ShownList>

/** Returns the lists of a question. Entries that are no objects are left out. */
function listsOf(question: JsonObject): Lists {
  const objects = (list: unknown) => (Array.isArray(list) ? list.filter(isJsonObject) : [])
  return {
    options: objects(question.options),
    targets: question.type === 'matching' ? objects(question.targets) : [],
    gaps: question.type === 'cloze' ? readGaps(question) : [],
  }
}

const presentIds = (all: readonly JsonObject[]) => all.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))

/** Returns whether an answer names an entry that is in none of its lists. A list without ids can have any entry. */
function namesUnknownIds(definition: QuestionTypeDefinition, answer: unknown, lists: Lists): boolean {
  const named = definition.namesIds?.(answer) ?? {}
  return Object.entries(named).some(([list, ids]) => {
    const entries = lists[list as ShownList]
    const known = new Set<unknown>(presentIds(entries))
    return entries.length > 0 && known.size === entries.length && ids.some((id) => !known.has(id))
  })
}

const definitionOf = ({ type }: JsonObject) => {
  const known = readQuestionType(type)
  return known && questionTypeDefinitionByName[known]
}

function findAnswerContradiction(question: JsonObject, lists: Lists): string | undefined {
  const { answer } = question
  const definition = definitionOf(question)
  if (!definition || answer == null) return undefined
  const isPossible = definition.hasForm(answer) && !namesUnknownIds(definition, answer, lists)
  return isPossible ? undefined : definition.form
}

/**
 * Returns whether an id would not work in an HTML form. Blank values are ignored, and browsers change line breaks.
 */
const isUnusableId = (id: unknown) => typeof id === 'string' && id !== '' && (id.trim() === '' || /[\r\n]/.test(id))

const findUnusableIds = (entries: readonly JsonObject[], at: string): InvalidField[] =>
  entries.flatMap(({ id }, index) =>
    isUnusableId(id)
      ? [{ path: `${at}.${index}.id`, message: 'must have other characters than spaces, and no line breaks' }]
      : [],
  )

function findGapProblems(gaps: unknown, at: string): InvalidField[] {
  const written = Array.isArray(gaps) ? gaps.filter(isJsonObject) : []
  return written.flatMap(({ id }, index) =>
    typeof id === 'string' && !canBeGapId(id)
      ? [{ path: `${at}.${index}.id`, message: 'must have 1 to 100 characters, without spaces and braces' }]
      : [],
  )
}

export function findQuestionContradictions(question: JsonObject, at: string): InvalidField[] {
  const lists = listsOf(question)
  const answer = findAnswerContradiction(question, lists)
  const repeated = (['options', 'targets', 'gaps'] as const).filter((list) => hasDuplicates(presentIds(lists[list])))
  return [
    ...repeated.map((list) => ({ path: `${at}.${list}`, message: 'must have different ids' })),
    ...findUnusableIds(lists.options, `${at}.options`),
    ...findUnusableIds(lists.targets, `${at}.targets`),
    ...(question.type === 'cloze' ? findGapProblems(question.gaps, `${at}.gaps`) : []),
    ...(answer ? [{ path: `${at}.answer`, message: answer }] : []),
  ]
}

const questionsOf = ({ questions }: JsonObject) => (Array.isArray(questions) ? questions.filter(isJsonObject) : [])

/** Finds repeated ids and answers that do not fit the type or the lists of their question. */
export function findQuizContradictions(content: JsonObject, at: string): InvalidField[] {
  const all = questionsOf(content)
  const path = `${at}.questions`
  return [
    ...(hasDuplicates(presentIds(all)) ? [{ path, message: 'must have different ids' }] : []),
    ...all.flatMap((question, index) => findQuestionContradictions(question, `${path}.${index}`)),
  ]
}

const numberWords = ['', 'one', 'two']

/** Finds what a finished question lacks. The question is complete, and matches the JSON Schema. */
function findProblemsOfFinishedQuestion(question: JsonObject, at: string): InvalidField[] {
  const definition = definitionOf(question)
  const problems = findQuestionContradictions(question, at)
  if (!definition) return problems
  const lists = listsOf(question)
  const tooFew = Object.entries(definition.least).flatMap(([list, least]) =>
    lists[list as ShownList].length < least
      ? [{ path: `${at}.${list}`, message: `must be ${numberWords[least]} or more` }]
      : [],
  )
  const { answer } = question
  const hasProblem = problems.some(({ path }) => path === `${at}.answer`)
  const isIncomplete =
    definition.answer !== undefined &&
    !hasProblem &&
    (!definition.hasForm(answer) ||
      namesUnknownOf(definition, answer, lists) ||
      !definition.isComplete(answer, { prompt: String(question.prompt ?? ''), ...lists }))
  return [...tooFew, ...problems, ...(isIncomplete ? [{ path: `${at}.answer`, message: definition.form }] : [])]
}

/** Returns whether an answer names an entry that its list does not have. */
const namesUnknownOf = (definition: QuestionTypeDefinition, answer: unknown, lists: Lists) =>
  Object.entries(definition.namesIds?.(answer) ?? {}).some(([list, ids]) => {
    const known = new Set<unknown>(presentIds(lists[list as ShownList]))
    return ids.some((id) => !known.has(id))
  })

/**
 * Finds problems that make a quiz unusable: no questions, repeated ids, too few options, or an `answer` that does not fit
 * its question.
 */
export function findProblemsOfFinishedQuiz(content: JsonObject, at: string): InvalidField[] {
  const all = questionsOf(content)
  const path = `${at}.questions`
  return [
    ...(all.length === 0 ? [{ path, message: 'must be one or more' }] : []),
    ...(hasDuplicates(presentIds(all)) ? [{ path, message: 'must have different ids' }] : []),
    ...all.flatMap((question, index) => findProblemsOfFinishedQuestion(question, `${path}.${index}`)),
  ]
}
