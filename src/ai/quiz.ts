import type { Json } from '../builder.ts'
import type { FieldProblem } from '../errors.ts'

type Option = { id: string }
/** Checked by the kind's schema, and for being complete. */
type Question = { id: string; type: string; options?: Option[]; answer: unknown }

const isTwice = (one: unknown, index: number, all: readonly unknown[]) => all.indexOf(one) !== index

/** What an answer must be, by the type of its question. */
const answers: Record<string, (answer: unknown, ids: readonly string[]) => string | undefined> = {
  single_choice: (answer, ids) =>
    typeof answer === 'string' && ids.includes(answer) ? undefined : 'must be the id of one option',
  multiple_choice: (answer, ids) =>
    Array.isArray(answer) && answer.length > 0 && answer.every((id) => ids.includes(id)) && !answer.some(isTwice)
      ? undefined
      : 'must be a list of ids of options, each once',
  true_false: (answer) => (typeof answer === 'boolean' ? undefined : 'must be true or false'),
  short_text: (answer) => (typeof answer === 'string' && answer.trim() !== '' ? undefined : 'must be a text'),
}

function problemsOfQuestion({ type, options = [], answer }: Question, at: string): FieldProblem[] {
  const ids = options.map(({ id }) => id)
  const problem = answers[type]?.(answer, ids)
  return [
    ...(type.endsWith('_choice') && ids.length < 2 ? [{ path: `${at}.options`, message: 'must be two or more' }] : []),
    ...(ids.some(isTwice) ? [{ path: `${at}.options`, message: 'must have different ids' }] : []),
    ...(problem ? [{ path: `${at}.answer`, message: problem }] : []),
  ]
}

/** What keeps the quiz from being taken: answers that no option gives, names that mean two things. */
export function problemsOfQuiz({ questions }: Json, at: string): FieldProblem[] {
  const all = questions as Question[]
  return [
    ...(all.length === 0 ? [{ path: `${at}.questions`, message: 'must be one or more' }] : []),
    ...(all.map(({ id }) => id).some(isTwice) ? [{ path: `${at}.questions`, message: 'must have different ids' }] : []),
    ...all.flatMap((question, index) => problemsOfQuestion(question, `${at}.questions.${index}`)),
  ]
}
