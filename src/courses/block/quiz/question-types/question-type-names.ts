/** The names of the types of question, in the order in which the API lists them. */
export const questionTypes = [
  'single_choice',
  'multiple_choice',
  'true_false',
  'short_text',
  'numeric',
  'ordering',
  'matching',
  'cloze',
  'essay',
] as const

export type QuestionType = (typeof questionTypes)[number]
