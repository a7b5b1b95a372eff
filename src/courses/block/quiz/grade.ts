import type { QuestionResponse, Result } from './question-types/definition.ts'
import type { Question } from './question-types/question.ts'
import { readIds } from './question-types/responses.ts'
import { questionTypeDefinitionByName } from './question-types.ts'

export type { QuestionResponse } from './question-types/definition.ts'

/** The grade of a learner's response. `correct` is null if the question has no right answer. */
export type Grade = {
  correct: boolean | null
  points: number
  /** The author's feedback on the options that the learner chose. */
  feedback: { optionId: string; text: string }[]
  /** The author's feedback on a right or a wrong response. Null if there is none, or no right answer. */
  generalFeedback: string | null
  explanation: string | null
  sampleAnswer: string | null
  /** Which parts of a response are right: options of an ordering or matching question, or gaps. */
  parts: { id: string; correct: boolean }[]
}

/** Rounds points, because fractions such as a third of 0.3 have a small binary error. */
const roundPoints = (points: number) => Number(points.toPrecision(12))

function pointsOf({ points, partialCredit }: Question, result: Result | undefined): number {
  if (!result || (result.share < 1 && !partialCredit)) return 0
  return roundPoints(points * result.share)
}

/**
 * Grades a learner's response to a question.
 * @param language the language of the course, by whose rules short answers are compared
 * @throws ApiError `invalid_request` if the response does not fit the type of the question or names an unknown option
 */
export function gradeResponse(question: Question, response: QuestionResponse, language: string | null = null): Grade {
  const { grade, choosesOptions } = questionTypeDefinitionByName[question.type]
  const result = grade(question, response, language)
  const correct = result ? result.share === 1 : null
  const chosen = new Set(choosesOptions ? readIds(response, question.options) : [])
  const general = correct ? question.feedbackCorrect : question.feedbackIncorrect
  return {
    correct,
    points: pointsOf(question, result),
    feedback: question.options.flatMap(({ id, feedback }) =>
      feedback !== '' && chosen.has(id) ? [{ optionId: id, text: feedback }] : [],
    ),
    generalFeedback: correct === null ? null : general || null,
    explanation: question.explanation || null,
    sampleAnswer: question.sampleAnswer || null,
    parts: result?.parts ?? [],
  }
}
