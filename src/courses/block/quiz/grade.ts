import { makeInvalidRequestError } from '../../../platform/errors.ts'
import { normalizeText } from '../../../platform/normalize-text.ts'
import type { Question } from './questions.ts'

/** A learner's answer to a question: a text, a boolean or a list of texts. */
export type QuestionResponse = string | boolean | readonly string[]

/** The grade of a learner's response. `correct` is null if the author has set no right answer. */
export type Grade = {
  correct: boolean | null
  points: number
  /** The author's feedback on the options that the learner chose. */
  feedback: { optionId: string; text: string }[]
  explanation: string | null
}

/** Normalizes a text before it is compared, so that case, white space and Unicode variants make no difference. */
const normalize = (text: string) => normalizeText(text, 'NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ')

const invalid = (message: string) => makeInvalidRequestError([{ path: 'response', message }])

/** Returns the ids of the chosen options without duplicates, or the text of a short answer. */
function readResponse({ type, options }: Question, response: QuestionResponse): string[] {
  const sent = [response].flat().map(String)
  if (type !== 'multiple_choice' && sent.length !== 1)
    throw invalid('must be one value, because this question has one answer')
  if (type === 'short_text') return sent
  const unknown = sent.find((id) => !options.some((option) => option.id === id))
  if (unknown !== undefined)
    throw invalid(
      `must only contain ids of the question's options, which are ${options.map(({ id }) => id).join(', ')}`,
    )
  return [...new Set(sent)]
}

function isCorrect({ type, rightAnswers }: Question, given: readonly string[]): boolean {
  if (type === 'short_text') {
    const text = normalize(given[0]!)
    return rightAnswers.some((answer) => normalize(answer) === text)
  }
  const right = new Set(rightAnswers)
  if (type === 'multiple_choice') return given.length === right.size && given.every((id) => right.has(id))
  return right.has(given[0]!)
}

/**
 * Grades a learner's response to a question.
 * @throws ApiError `invalid_request` if the response does not fit the type of the question or names an unknown option
 */
export function gradeResponse(question: Question, response: QuestionResponse): Grade {
  const given = readResponse(question, response)
  const correct = question.rightAnswers.length === 0 ? null : isCorrect(question, given)
  return {
    correct,
    points: correct ? question.points : 0,
    feedback: question.options.flatMap(({ id, feedback }) =>
      question.type !== 'short_text' && feedback !== '' && given.includes(id) ? [{ optionId: id, text: feedback }] : [],
    ),
    explanation: question.explanation || null,
  }
}
