import {
  makeListJsonSchema,
  makeObjectJsonSchema,
  makeStringJsonSchema,
  titleJsonSchema,
} from '../definition/schema.ts'
import { questionTypes } from './question-types/question-type-names.ts'
import { questionTypeDefinitionByName } from './question-types.ts'

const inlineMarkdown =
  'inline Markdown, so that beginnings such as `3. Oktober`, `+` and `# include` are shown as written'

const makeFlagJsonSchema = (description: string) => ({ type: 'boolean', description })

export const optionJsonSchema = makeObjectJsonSchema('An answer that the learner can choose.', {
  id: makeStringJsonSchema('Identifier, unique within the question.'),
  text: makeStringJsonSchema(`Text of the answer: ${inlineMarkdown}.`),
  feedback: makeStringJsonSchema('Feedback after the learner has chosen this answer, as Markdown.'),
})

export const targetJsonSchema = makeObjectJsonSchema('What an option of a `matching` question can belong to.', {
  id: makeStringJsonSchema('Identifier, unique within the question.'),
  text: makeStringJsonSchema(`Text of the target: ${inlineMarkdown}.`),
})

export const gapJsonSchema = makeObjectJsonSchema('A gap of a `cloze` question.', {
  id: makeStringJsonSchema('Identifier, unique within the question; `{{g1}}` in the prompt is the gap `g1`.'),
  options: makeListJsonSchema(
    'The texts to choose from. Without them, the learner writes the text.',
    makeStringJsonSchema(`A text to choose: ${inlineMarkdown}.`),
  ),
})

const answerDescription = `The right answer. ${questionTypes
  .flatMap((type) => {
    const { answer } = questionTypeDefinitionByName[type]
    return answer === undefined ? [] : `\`${type}\`: ${answer}`
  })
  .join('; ')}.`

export const questionJsonSchema = makeObjectJsonSchema('A question.', {
  id: makeStringJsonSchema('Identifier, unique within the quiz.'),
  type: { enum: questionTypes, description: 'How the learner answers.' },
  prompt: makeStringJsonSchema('The question itself, as Markdown. In a `cloze` question, `{{g1}}` is the gap `g1`.'),
  options: makeListJsonSchema('The answers to choose from, to put in order or to match.', optionJsonSchema),
  targets: makeListJsonSchema('What the options of a `matching` question can belong to.', targetJsonSchema),
  gaps: makeListJsonSchema('The gaps of a `cloze` question that have options.', gapJsonSchema),
  answer: { description: answerDescription },
  tolerance: {
    type: 'number',
    minimum: 0,
    description: 'How far a number may be from the answer of a `numeric` question. Default 0.',
  },
  unit: makeStringJsonSchema('Unit of the answer of a `numeric` question, such as kg. The learner may leave it out.'),
  sampleAnswer: makeStringJsonSchema('A sample answer to an `essay` question, as Markdown; shown after answering.'),
  points: { type: 'number', minimum: 0, description: 'Points for a right answer. Default 1.' },
  partialCredit: makeFlagJsonSchema(
    'Whether a partly right answer gets a part of the points: `multiple_choice`, `ordering`, `matching`, `cloze`.',
  ),
  shuffle: makeFlagJsonSchema(
    'Whether learners get the options in another order. `ordering` and `matching` are always shuffled.',
  ),
  attempts: {
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: 1000,
    description: 'How often a learner may answer. The service stores no answers, so clients count.',
  },
  hints: makeListJsonSchema(
    'Hints that a learner can ask for before answering, one after the other.',
    makeStringJsonSchema('A hint, as Markdown.'),
  ),
  explanation: makeStringJsonSchema('Why the answer is right, as Markdown; shown after answering.'),
  feedbackCorrect: makeStringJsonSchema('Feedback on a right answer, as Markdown.'),
  feedbackIncorrect: makeStringJsonSchema('Feedback on a wrong or partly right answer, as Markdown.'),
  caseSensitive: makeFlagJsonSchema('Whether case makes a difference in a `short_text` or `cloze` answer.'),
  accentSensitive: makeFlagJsonSchema('Whether accents make a difference in a `short_text` or `cloze` answer.'),
})

export const quizJsonSchema = makeObjectJsonSchema('A quiz: questions with answers.', {
  questions: makeListJsonSchema('The questions, in order.', questionJsonSchema),
  passingScore: { type: 'number', minimum: 0, description: 'Points needed to pass.' },
  ...titleJsonSchema,
})
