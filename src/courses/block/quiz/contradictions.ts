import type { JsonObject } from '../../../operations/json-object.ts'
import type { InvalidField } from '../../../platform/errors.ts'

/** A complete quiz question that matches the JSON Schema. */
type Question = { id: string; type: string; options?: { id: string }[]; answer: unknown }

const hasDuplicates = (all: readonly unknown[]) => new Set(all).size < all.length

const shortTextMessage = 'must be a text, or a list of texts'
const isText = (value: unknown): value is string => typeof value === 'string'

/** For each question type, a function that returns what is wrong with the `answer` of a question, or undefined. */
const answerProblems: Record<string, (answer: unknown, ids: ReadonlySet<unknown>) => string | undefined> = {
  single_choice: (answer, ids) =>
    typeof answer === 'string' && ids.has(answer) ? undefined : 'must be the id of one option',
  multiple_choice: (answer, ids) =>
    Array.isArray(answer) && answer.length > 0 && answer.every((id) => ids.has(id)) && !hasDuplicates(answer)
      ? undefined
      : 'must be a list of ids of options, each once',
  true_false: (answer) => (typeof answer === 'boolean' ? undefined : 'must be true or false'),
  short_text: (answer) => {
    const texts = [answer].flat()
    return texts.every(isText) && texts.some((text) => text.trim() !== '') ? undefined : shortTextMessage
  },
}

function problemsOfQuestion({ type, options = [], answer }: Question, at: string): InvalidField[] {
  const ids = options.map(({ id }) => id)
  const problem = answerProblems[type]?.(answer, new Set(ids))
  return [
    ...(type.endsWith('_choice') && ids.length < 2 ? [{ path: `${at}.options`, message: 'must be two or more' }] : []),
    ...(hasDuplicates(ids) ? [{ path: `${at}.options`, message: 'must have different ids' }] : []),
    ...(problem ? [{ path: `${at}.answer`, message: problem }] : []),
  ]
}

/**
 * Finds problems that make a quiz unusable: no questions, repeated ids, fewer than two options, or an `answer` that
 * does not fit its question.
 */
export function findProblemsOfFinishedQuiz({ questions }: JsonObject, at: string): InvalidField[] {
  const all = questions as Question[]
  const path = `${at}.questions`
  return [
    ...(all.length === 0 ? [{ path, message: 'must be one or more' }] : []),
    ...(hasDuplicates(all.map(({ id }) => id)) ? [{ path, message: 'must have different ids' }] : []),
    ...all.flatMap((question, index) => problemsOfQuestion(question, `${path}.${index}`)),
  ]
}

/** A quiz question that matches the JSON Schema. Any property can be missing. */
type UnfinishedQuestion = Partial<Omit<Question, 'options'>> & { options?: { id?: string }[] }

const presentIds = (all: readonly { id?: string }[]) => all.flatMap(({ id }) => id ?? [])

/**
 * For each question type, the check of the form of `answer`, and the error message. The check ignores the options of
 * the question.
 */
const answerForms: Record<string, [isValid: (answer: unknown) => boolean, message: string]> = {
  single_choice: [(answer) => typeof answer === 'string', 'must be the id of one option'],
  multiple_choice: [
    (answer) => Array.isArray(answer) && answer.every((id) => typeof id === 'string') && !hasDuplicates(answer),
    'must be a list of ids of options, each once',
  ],
  true_false: [(answer) => typeof answer === 'boolean', 'must be true or false'],
  short_text: [(answer) => [answer].flat().every(isText), shortTextMessage],
}

function findAnswerContradiction({ type = '', options = [], answer }: UnfinishedQuestion): string | undefined {
  const form = answerForms[type]
  if (!form || answer == null) return undefined
  const [isValid, message] = form
  if (!isValid(answer)) return message
  const ids = new Set<unknown>(presentIds(options))
  const hasAllIds = type.endsWith('_choice') && options.length > 0 && options.every(({ id }) => id !== undefined)
  return hasAllIds && [answer].flat().some((id) => !ids.has(id)) ? message : undefined
}

/**
 * Returns whether an option id would not work in an HTML form. Blank values are ignored, and browsers change line
 * breaks.
 */
const isUnusableId = (id: string | undefined) =>
  id !== undefined && id !== '' && (id.trim() === '' || /[\r\n]/.test(id))

export function findQuestionContradictions(question: UnfinishedQuestion, at: string): InvalidField[] {
  const answer = findAnswerContradiction(question)
  return [
    ...(hasDuplicates(presentIds(question.options ?? []))
      ? [{ path: `${at}.options`, message: 'must have different ids' }]
      : []),
    ...(question.options ?? []).flatMap(({ id }, index) =>
      isUnusableId(id)
        ? [{ path: `${at}.options.${index}.id`, message: 'must have other characters than spaces, and no line breaks' }]
        : [],
    ),
    ...(answer ? [{ path: `${at}.answer`, message: answer }] : []),
  ]
}

/** Finds repeated ids and answers that do not fit the type or the options of their question. */
export function findQuizContradictions(content: JsonObject, at: string): InvalidField[] {
  const all = (content.questions ?? []) as UnfinishedQuestion[]
  const path = `${at}.questions`
  return [
    ...(hasDuplicates(presentIds(all)) ? [{ path, message: 'must have different ids' }] : []),
    ...all.flatMap((question, index) => findQuestionContradictions(question, `${path}.${index}`)),
  ]
}
