import type { QuestionResponse } from '../../../../../courses/block/quiz/grade.ts'
import type { Question } from '../../../../../courses/block/quiz/question-types/question.ts'

/** The React props of the field for a learner's response to a question. */
export type AnswerFieldProps = {
  question: Question
  response: QuestionResponse | undefined
  isReadOnly: boolean
  /** The id of the element with the text of the question. */
  labelledBy: string
  onRespond(response: QuestionResponse): void
}

/** Returns a response of any form as text. The author may have changed the type of the question since the response. */
export const toText = (response: QuestionResponse | undefined): string => (typeof response === 'string' ? response : '')

/** Returns the ids in a response of any form. */
export const toIds = (response: QuestionResponse | undefined): string[] => {
  if (typeof response === 'string') return [response]
  return Array.isArray(response) ? response.map(String) : []
}

/** Returns the parts of a response of any form by their ids. */
export const toParts = (response: QuestionResponse | undefined): Readonly<Record<string, string>> =>
  typeof response === 'object' && !Array.isArray(response) ? (response as Readonly<Record<string, string>>) : {}
