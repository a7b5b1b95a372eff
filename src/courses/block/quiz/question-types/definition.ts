import type { JsonObject } from '../../../../operations/json-object.ts'
import type { Question } from './question.ts'

/** A learner's response to a question. It has the form of the right answer. */
export type QuestionResponse = string | number | boolean | readonly string[] | Readonly<Record<string, string>>

/** The lists of a question that learners get. */
export type ShownList = 'options' | 'targets' | 'gaps'

/** The ids in a right answer, by the list that they name. */
export type NamedIds = Partial<Record<ShownList, readonly unknown[]>>

/** A question whose members have their documented names. Each object of a list has an id. */
export type QuestionToRead = {
  prompt: string
  options: readonly JsonObject[]
  targets: readonly JsonObject[]
  gaps: readonly JsonObject[]
}

/** How right a response is: 1 is right, and 0 is wrong. `parts` says which of its parts are right. */
export type Result = { share: number; parts?: { id: string; correct: boolean }[] }

/** A type of question. */
export type QuestionTypeDefinition = {
  /** Other names of the type. Case, spaces and punctuation make no difference. */
  otherNames: readonly string[]
  /** What the right answer is, for the documentation. Undefined if the question has no right answer. */
  answer?: string
  /** The lists that learners get. The other lists of such a question are secret. */
  shows: readonly ShownList[]
  /** Whether a response is the ids of options, whose feedback the learner then gets. */
  choosesOptions?: true
  /** The list that learners always get in another order, because its order can tell the answer. */
  shuffles?: ShownList
  /** The fewest entries that a list of a finished question has. */
  least: Partial<Record<ShownList, number>>
  /** What a right answer must be, such as `must be a number`. */
  form: string
  /** Returns whether a value has the form of a right answer. */
  hasForm(answer: unknown): boolean
  /** Returns the ids in a right answer that has the form. */
  namesIds?(answer: unknown): NamedIds
  /** Returns whether a right answer that has the form, and names no unknown ids, is complete. */
  isComplete(answer: unknown, question: QuestionToRead): boolean
  /**
   * Reads a right answer in other spellings. Returns undefined if it does not fit the question. `readAnswer` in
   * `read-answer.ts` reads the answers of the types without this function.
   */
  readAnswer?(value: unknown, question: QuestionToRead): unknown
  /**
   * Reads a response and compares it with the right answer. Returns undefined if the question has no right answer.
   * @throws ApiError `invalid_request` if the response does not fit the question
   */
  grade(question: Question, response: QuestionResponse, language: string | null): Result | undefined
  /** Returns the question below its prompt as Markdown, with its right answer. */
  markdown(question: Question): string
}

type Definition<Response> = Omit<QuestionTypeDefinition, 'grade'> & {
  readResponse(question: Question, response: QuestionResponse): Response
  /** Compares a response with the right answer. `language` is the language of the course. */
  compare(question: Question, response: Response, language: string | null): Result
}

/** Defines a type of question. Only the definition knows the type of its responses. */
export const defineQuestionType = <Response>({
  readResponse,
  compare,
  ...others
}: Definition<Response>): QuestionTypeDefinition => ({
  ...others,
  grade(question, sent, language) {
    const response = readResponse(question, sent)
    return question.isScored ? compare(question, response, language) : undefined
  },
})
