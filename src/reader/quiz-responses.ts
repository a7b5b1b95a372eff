import type { Grade, QuestionResponse } from '../courses/block/quiz/grade.ts'
import type { Question } from '../courses/block/quiz/questions.ts'

/**
 * What a learner has sent for one question: the values of its field, or the values of the fields of its parts, by the ids
 * of options and gaps.
 */
export type GivenResponse = { values: readonly string[]; parts: ReadonlyMap<string, string> }

/** A learner's responses to a quiz: one entry for each question, in the order of the quiz. */
export type QuizResponsesWithGrades = {
  given: GivenResponse
  /** Whether the question counts towards the score. A question without a right answer does not count. */
  isScored: boolean
  /** The grade of the response. Undefined if the learner has given no valid response. */
  grade: Grade | undefined
}[]

/** The name of the field of a question. */
export const getFieldName = (index: number) => `q${index}`
/** The name of the field of a part of a question: an option or a gap. */
export const getPartFieldName = (index: number, partId: string) => `q${index}.${partId}`

const fieldName = /^q(\d{1,5})(?:\.(.*))?$/s

/** The maximum number of responses to one question. The service ignores further responses in the submitted form. */
const maxResponses = 100
/** The maximum number of parts of a question to which a learner can respond. */
const maxParts = 1000

/** Reads the responses to a quiz from a submitted form: one for each question. */
export function readQuizResponsesFromForm(form: URLSearchParams, questions: readonly Question[]): GivenResponse[] {
  const given = questions.map(() => ({ values: [] as string[], parts: new Map<string, string>() }))
  for (const [name, value] of form) {
    const [, index, partId] = fieldName.exec(name) ?? []
    const question = index === undefined ? undefined : given[Number(index)]
    if (!question || value.trim() === '') continue
    if (partId === undefined) {
      if (question.values.length < maxResponses) question.values.push(value)
    } else if (question.parts.size < maxParts) question.parts.set(partId, value)
  }
  return given
}

/** Returns the ids of all options in the order of the numbers that the learner has given them, or undefined. */
function readOrder(parts: ReadonlyMap<string, string>): string[] | undefined {
  const places = [...parts].map(([id, place]) => ({ id, place: Number(place) }))
  const isOrder = new Set(places.map(({ place }) => place)).size === places.length && places.length > 0
  return isOrder ? places.sort((one, other) => one.place - other.place).map(({ id }) => id) : undefined
}

/** Returns the response to a question, or undefined if the learner has given none. */
export function toResponse({ type }: Question, { values, parts }: GivenResponse): QuestionResponse | undefined {
  // A form sends nothing for a question of which no option is chosen. That can be the right answer.
  if (type === 'multiple_choice') return values
  if (type === 'ordering') return readOrder(parts)
  if (type === 'matching' || type === 'cloze') return parts.size > 0 ? Object.fromEntries(parts) : undefined
  return values.length > 0 ? values : undefined
}
