import { gradeResponse } from '../courses/block/quiz/grade.ts'
import type { Question } from '../courses/block/quiz/questions.ts'
import { parseRequestMediaType, readRequestBodyText } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import { ApiError } from '../platform/errors.ts'
import type { CountCheckedAnswers } from './checked-answers.ts'
import type { ReaderCourse } from './course.ts'
import { renderLessonPage } from './lesson-page.ts'
import { pageNotFoundError } from './page-not-found.ts'
import {
  type GivenResponse,
  type QuizResponsesWithGrades,
  readQuizResponsesFromForm,
  toResponse,
} from './quiz-responses.ts'
import { makePageHeaders, sendPage } from './send-page.ts'

const formType = 'application/x-www-form-urlencoded'
const maxFormBytes = 200_000
/**
 * The maximum number of fields in a form: one for each selected option. A quiz has fewer options, because a block has
 * at most 10,000 JSON values.
 */
const maxFormFields = 10_000

/**
 * Grades the responses to the questions of a quiz. If a response does not fit the type of its question, the question counts as
 * skipped.
 */
function gradeResponses(
  responses: readonly GivenResponse[],
  questions: readonly Question[],
  language: string | null,
): QuizResponsesWithGrades {
  return responses.map((given, index) => {
    const question = questions[index]!
    const { isScored } = question
    const response = toResponse(question, given)
    if (response === undefined) return { given, isScored, grade: undefined }
    try {
      return { given, isScored, grade: gradeResponse(question, response, language) }
    } catch (error) {
      if (error instanceof ApiError) return { given, isScored, grade: undefined }
      throw error
    }
  })
}

/** Reads the form of a submitted quiz. */
export async function readQuizForm(exchange: Exchange): Promise<URLSearchParams> {
  if (parseRequestMediaType(exchange) !== formType)
    throw new ApiError('invalid_request', 'Send a form.', { status: 415, headers: { Accept: formType } })
  const text = await readRequestBodyText(exchange, maxFormBytes)
  if (text.split('&', maxFormFields + 1).length > maxFormFields)
    throw new ApiError('invalid_request', `A form has at most ${maxFormFields.toLocaleString('en')} fields.`, {
      status: 413,
      details: { maxFields: maxFormFields },
    })
  return new URLSearchParams(text)
}

type SubmittedQuiz = { lessonId: string; form: URLSearchParams }

/**
 * Grades a submitted quiz, and sends the page of the lesson with the result.
 * @throws ApiError `rate_limit_exceeded` if the learner has had too many answers checked in this minute
 */
export async function gradeAndSendQuiz(
  exchange: Exchange,
  course: ReaderCourse,
  { lessonId, form }: SubmittedQuiz,
  countCheckedAnswers: CountCheckedAnswers,
): Promise<void> {
  const blockId = form.get('block') ?? ''
  const [lesson, questions] = [await course.readLesson(lessonId), await course.readQuestions(lessonId, blockId)]
  if (!lesson || !questions) throw pageNotFoundError
  const responses = readQuizResponsesFromForm(form, questions)
  await countCheckedAnswers(exchange, responses.filter(({ values, parts }) => values.length + parts.size > 0).length)
  const result = gradeResponses(responses, questions, course.outline.language)
  const page = await renderLessonPage(course, lesson, { blockId, result })
  sendPage(exchange, 200, page.text, makePageHeaders(course.embedHosts))
}
