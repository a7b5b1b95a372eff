import { makeListJsonSchema, makeObjectJsonSchema, makeStringJsonSchema } from '../definition/schema.ts'

export const optionJsonSchema = makeObjectJsonSchema('An answer that the learner can choose.', {
  id: makeStringJsonSchema('Identifier, unique within the question.'),
  text: makeStringJsonSchema('Text of the answer.'),
  feedback: makeStringJsonSchema('Feedback after the learner has chosen this answer.'),
})

export const questionTypes = ['single_choice', 'multiple_choice', 'true_false', 'short_text'] as const
export type QuestionType = (typeof questionTypes)[number]

export const questionJsonSchema = makeObjectJsonSchema('A question.', {
  id: makeStringJsonSchema('Identifier, unique within the quiz.'),
  type: { enum: questionTypes, description: 'How the learner answers.' },
  prompt: makeStringJsonSchema('The question itself.'),
  options: makeListJsonSchema('The answers to choose from.', optionJsonSchema),
  answer: {
    description:
      'The right answer. `single_choice`: the id of an option; `multiple_choice`: a list of ids; `true_false`: a boolean; `short_text`: a text, or a list of texts of which each is right.',
  },
  points: { type: 'number', minimum: 0, description: 'Points for a right answer.' },
  explanation: makeStringJsonSchema('Why the answer is right; shown after answering.'),
})

export const quizJsonSchema = makeObjectJsonSchema('A quiz: questions with answers.', {
  questions: makeListJsonSchema('The questions, in order.', questionJsonSchema),
  passingScore: { type: 'number', minimum: 0, description: 'Points needed to pass.' },
})
