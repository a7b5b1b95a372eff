import { type Grade, gradeResponse, type QuestionResponse } from '../../../../../courses/block/quiz/grade.ts'
import type { Question } from '../../../../../courses/block/quiz/question-types/question.ts'
import { ApiError } from '../../../../../platform/errors.ts'
import { shuffleEntries } from './shuffle-entries.ts'

/** The learner's responses by question id. A question that the learner has not answered has none. */
export type ResponsesByQuestionId = Readonly<Record<string, QuestionResponse>>

/** Returns options in an order that is not the right one, if there is another. */
function getInitialOrder({ id, options, answer }: Question): string[] {
  const ids = shuffleEntries(options, id).map((option) => option.id)
  const isRight = Array.isArray(answer) && ids.every((one, index) => one === answer[index])
  return isRight ? [...ids.slice(1), ...ids.slice(0, 1)] : ids
}

/** Returns the response that a question has before the learner does anything, or undefined. */
export function getInitialResponse(question: Question): QuestionResponse | undefined {
  if (question.type === 'multiple_choice') return []
  return question.type === 'ordering' ? getInitialOrder(question) : undefined
}

const gradeMissingResponse = ({ isScored, explanation, sampleAnswer }: Question): Grade => ({
  correct: isScored ? false : null,
  points: 0,
  feedback: [],
  generalFeedback: null,
  explanation: explanation || null,
  sampleAnswer: sampleAnswer || null,
  parts: [],
})

/** Grades a learner's response as the service does. `language` is the language of the course. */
export function gradeAnswer(question: Question, given: QuestionResponse | undefined, language?: string): Grade {
  const response = given ?? getInitialResponse(question)
  if (response === undefined) return gradeMissingResponse(question)
  try {
    return gradeResponse(question, response, language ?? null)
  } catch (error) {
    // The author has changed the question since the response.
    if (error instanceof ApiError) return gradeMissingResponse(question)
    throw error
  }
}

/** The score of a learner's answers to a quiz. If the quiz has no passing score, `isPassed` is undefined. */
export type QuizScore = { points: number; maxPoints: number; isPassed: boolean | undefined }

const sum = (numbers: readonly number[]) => Number(numbers.reduce((total, one) => total + one, 0).toPrecision(12))

/** Calculates the score of a learner's answers to a quiz. Questions without a correct answer do not count. */
export function calculateQuizScore(
  questions: readonly Question[],
  responses: ResponsesByQuestionId,
  passingScore: unknown,
  language?: string,
): QuizScore {
  const points = sum(questions.map((question) => gradeAnswer(question, responses[question.id], language).points))
  return {
    points,
    maxPoints: sum(questions.filter(({ isScored }) => isScored).map((question) => question.points)),
    isPassed: typeof passingScore === 'number' ? points >= passingScore : undefined,
  }
}
