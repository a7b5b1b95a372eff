import type { QuestionType } from './question-type-names.ts'

export type AnswerOption = { id: string; text: string; feedback: string }
/** What an option of a `matching` question can belong to. */
export type AnswerTarget = { id: string; text: string }
/** A gap of a `cloze` question. Without options, the learner writes the text. */
export type Gap = { id: string; options: string[] }

/** A question in the documented shape. Texts that the author has not written are empty. */
export type Question = {
  id: string
  type: QuestionType
  prompt: string
  options: AnswerOption[]
  /** Whether the options are those that every `true_false` question without options has. */
  hasDefaultOptions: boolean
  targets: AnswerTarget[]
  gaps: Gap[]
  /** The right answer. Undefined if the author has set none, or if it does not fit the type. */
  answer: unknown
  /** Whether the question has a right answer, so that it counts towards the score. */
  isScored: boolean
  tolerance: number
  unit: string
  sampleAnswer: string
  points: number
  partialCredit: boolean
  /** How often a learner may answer. Null: as often as they like. */
  attempts: number | null
  hints: string[]
  explanation: string
  feedbackCorrect: string
  feedbackIncorrect: string
  caseSensitive: boolean
  accentSensitive: boolean
}
