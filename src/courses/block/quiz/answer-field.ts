import type { QuestionResponse } from './question-types/definition.ts'
import type { AnswerOption, AnswerTarget, Gap, Question } from './question-types/question.ts'
import { maxResponseChars } from './question-types/responses.ts'
import { maxEssayChars } from './question-types/texts.ts'

/** The field in which a learner answers a question. Its lists are in the order in which learners see them. */
export type AnswerField =
  | { kind: 'choice'; isMultiple: boolean; options: readonly AnswerOption[] }
  | { kind: 'text'; isLong: boolean; maxLength: number }
  | { kind: 'number'; unit: string; maxLength: number }
  /** The learner numbers the options from 1, or a script sends their ids in order. */
  | { kind: 'order'; options: readonly AnswerOption[] }
  /** The learner chooses a target for each option. */
  | { kind: 'match'; options: readonly AnswerOption[]; targets: readonly AnswerTarget[] }
  /** The learner fills in the gaps, which `splitAtGaps` finds in the prompt. */
  | { kind: 'gaps'; gaps: readonly Gap[]; maxLength: number }

/** Returns the field of a question. */
export function makeAnswerField({ type, options, targets, gaps, unit }: Question): AnswerField {
  switch (type) {
    case 'short_text':
      return { kind: 'text', isLong: false, maxLength: maxResponseChars }
    case 'essay':
      return { kind: 'text', isLong: true, maxLength: maxEssayChars }
    case 'numeric':
      return { kind: 'number', unit, maxLength: maxResponseChars }
    case 'ordering':
      return { kind: 'order', options }
    case 'matching':
      return { kind: 'match', options, targets }
    case 'cloze':
      return { kind: 'gaps', gaps, maxLength: maxResponseChars }
    default:
      return { kind: 'choice', isMultiple: type === 'multiple_choice', options }
  }
}

/** Returns the name of the form control for one option of an ordering or matching question, or for one gap. */
export const makePartName = (name: string, partId: string) => `${name}.${partId}`

/** The values of form controls by their names, without blank ones. */
export type FormValues = ReadonlyMap<string, readonly string[]>

type Part = { id: string }

/** Returns the values of the controls for parts of a question. Parts without a value are left out. */
const readParts = (parts: readonly Part[], name: string, values: FormValues): [string, string][] =>
  parts.flatMap(({ id }) => {
    const [value] = values.get(makePartName(name, id)) ?? []
    return value === undefined ? [] : [[id, value]]
  })

/** Returns ids in the order of the numbers that the learner gave them, or undefined unless each has another number. */
function readOrder(parts: readonly [string, string][], count: number): string[] | undefined {
  const places = parts.map(([id, place]) => ({ id, place: Number(place) }))
  const isWhole = places.length === count && places.every(({ place }) => Number.isInteger(place))
  if (!isWhole || new Set(places.map(({ place }) => place)).size < count) return undefined
  return places.sort((one, other) => one.place - other.place).map(({ id }) => id)
}

/** Returns whether no option of a question is right, so that a learner answers it by choosing none. */
const isNoneRight = ({ answer }: Question) => Array.isArray(answer) && answer.length === 0

/**
 * Reads a learner's response from the controls of a form. Returns undefined if the learner has not answered.
 * @param name the name of the question's control; `makePartName` makes those of its parts
 */
export function readFormResponse(question: Question, name: string, values: FormValues): QuestionResponse | undefined {
  const own = values.get(name)
  const field = makeAnswerField(question)
  switch (field.kind) {
    case 'order':
      return own ?? readOrder(readParts(field.options, name, values), field.options.length)
    case 'match':
    case 'gaps': {
      const parts = readParts(field.kind === 'gaps' ? field.gaps : field.options, name, values)
      return parts.length > 0 ? Object.fromEntries(parts) : undefined
    }
    default:
      return own ?? (isNoneRight(question) ? [] : undefined)
  }
}
