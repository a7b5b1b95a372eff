import type { JsonObject } from '../../../operations/json-object.ts'
import type { InvalidField } from '../../../platform/errors.ts'
import type { BlockTypeDefinition } from '../definition/block-type.ts'
import { getObjectListProperty, getTextProperty, joinNonEmptyTexts } from '../definition/markdown.ts'
import { makeListJsonSchema, makeObjectJsonSchema, makeStringJsonSchema } from '../definition/schema.ts'
import { hasTrueAndFalseIds } from '../quiz/questions.ts'
import { convertToolQuizToStoredForm } from './quiz-tool-answers.ts'

const optionSchema = makeObjectJsonSchema('An answer that the learner can choose.', {
  id: makeStringJsonSchema('Identifier, unique within the question.'),
  text: makeStringJsonSchema('Text of the answer.'),
  feedback: makeStringJsonSchema('Feedback after the learner has chosen this answer.'),
})

const questionSchema = makeObjectJsonSchema('A question.', {
  id: makeStringJsonSchema('Identifier, unique within the quiz.'),
  type: {
    enum: ['single_choice', 'multiple_choice', 'true_false', 'short_text'],
    description: 'How the learner answers.',
  },
  prompt: makeStringJsonSchema('The question itself.'),
  options: makeListJsonSchema('The answers to choose from.', optionSchema),
  answer: {
    description:
      'The right answer. `single_choice`: the id of an option; `multiple_choice`: a list of ids; `true_false`: a boolean; `short_text`: a text, or a list of texts of which each is right.',
  },
  points: { type: 'number', minimum: 0, description: 'Points for a right answer.' },
  explanation: makeStringJsonSchema('Why the answer is right; shown after answering.'),
})

/**
 * Returns a quiz answer as text. An object becomes JSON, because `String` throws an error if the property `toString` of
 * an object is not a function.
 */
const formatAnswer = (answer: unknown) =>
  typeof answer === 'object' && answer !== null ? JSON.stringify(answer) : String(answer)

function questionMarkdown(question: JsonObject, index: number): string {
  const { answer } = question
  const right = new Set((Array.isArray(answer) ? answer : [answer]).map(formatAnswer))
  const given = getObjectListProperty(question, 'options')
  const isUsed = question.type !== 'true_false' || hasTrueAndFalseIds(given)
  const options = (isUsed ? given : []).map((option) => {
    const feedback = getTextProperty(option, 'feedback')
    return `- [${right.has(String(option.id)) ? 'x' : ' '}] ${getTextProperty(option, 'text')}${feedback && ` (${feedback})`}`
  })
  return joinNonEmptyTexts([
    `**Question ${index + 1}.** ${getTextProperty(question, 'prompt')}`,
    options.join('\n'),
    options.length === 0 && answer !== undefined ? `Answer: ${[...right].join(', ')}` : '',
    getTextProperty(question, 'explanation') && `Explanation: ${getTextProperty(question, 'explanation')}`,
  ])
}

/** A complete quiz question that matches the JSON Schema. */
type Question = { id: string; type: string; options?: { id: string }[]; answer: unknown }

const hasDuplicates = (all: readonly unknown[]) => new Set(all).size < all.length

const shortTextMessage = 'must be a text, or a list of texts'
const isText = (value: unknown): value is string => typeof value === 'string'

/** For each question type, a function that returns what is wrong with the `answer` of a question, or undefined. */
const answerProblems: Record<string, (answer: unknown, ids: ReadonlySet<unknown>) => string | undefined> = {
  single_choice: (answer, ids) =>
    typeof answer === 'string' && ids.has(answer) ? undefined : 'must be the id of one option',
  multiple_choice: (answer, ids) =>
    Array.isArray(answer) && answer.length > 0 && answer.every((id) => ids.has(id)) && !hasDuplicates(answer)
      ? undefined
      : 'must be a list of ids of options, each once',
  true_false: (answer) => (typeof answer === 'boolean' ? undefined : 'must be true or false'),
  short_text: (answer) => {
    const texts = [answer].flat()
    return texts.every(isText) && texts.some((text) => text.trim() !== '') ? undefined : shortTextMessage
  },
}

function problemsOfQuestion({ type, options = [], answer }: Question, at: string): InvalidField[] {
  const ids = options.map(({ id }) => id)
  const problem = answerProblems[type]?.(answer, new Set(ids))
  return [
    ...(type.endsWith('_choice') && ids.length < 2 ? [{ path: `${at}.options`, message: 'must be two or more' }] : []),
    ...(hasDuplicates(ids) ? [{ path: `${at}.options`, message: 'must have different ids' }] : []),
    ...(problem ? [{ path: `${at}.answer`, message: problem }] : []),
  ]
}

/**
 * Finds problems that make a quiz unusable: no questions, repeated ids, fewer than two options, or an `answer` that
 * does not fit its question.
 */
function problemsOfQuiz({ questions }: JsonObject, at: string): InvalidField[] {
  const all = questions as Question[]
  const path = `${at}.questions`
  return [
    ...(all.length === 0 ? [{ path, message: 'must be one or more' }] : []),
    ...(hasDuplicates(all.map(({ id }) => id)) ? [{ path, message: 'must have different ids' }] : []),
    ...all.flatMap((question, index) => problemsOfQuestion(question, `${path}.${index}`)),
  ]
}

/** A quiz question that matches the JSON Schema. Any property can be missing. */
type UnfinishedQuestion = Partial<Omit<Question, 'options'>> & { options?: { id?: string }[] }

const presentIds = (all: readonly { id?: string }[]) => all.flatMap(({ id }) => id ?? [])

/**
 * For each question type, the check of the form of `answer`, and the error message. The check ignores the options of
 * the question.
 */
const answerForms: Record<string, [isValid: (answer: unknown) => boolean, message: string]> = {
  single_choice: [(answer) => typeof answer === 'string', 'must be the id of one option'],
  multiple_choice: [
    (answer) => Array.isArray(answer) && answer.every((id) => typeof id === 'string') && !hasDuplicates(answer),
    'must be a list of ids of options, each once',
  ],
  true_false: [(answer) => typeof answer === 'boolean', 'must be true or false'],
  short_text: [(answer) => [answer].flat().every(isText), shortTextMessage],
}

function findAnswerContradiction({ type = '', options = [], answer }: UnfinishedQuestion): string | undefined {
  const form = answerForms[type]
  if (!form || answer == null) return undefined
  const [isValid, message] = form
  if (!isValid(answer)) return message
  const ids = new Set<unknown>(presentIds(options))
  const hasAllIds = type.endsWith('_choice') && options.length > 0 && options.every(({ id }) => id !== undefined)
  return hasAllIds && [answer].flat().some((id) => !ids.has(id)) ? message : undefined
}

/**
 * Returns whether an option id would not work in an HTML form. Blank values are ignored, and browsers change line
 * breaks.
 */
const isUnusableId = (id: string | undefined) =>
  id !== undefined && id !== '' && (id.trim() === '' || /[\r\n]/.test(id))

function findQuestionContradictions(question: UnfinishedQuestion, at: string): InvalidField[] {
  const answer = findAnswerContradiction(question)
  return [
    ...(hasDuplicates(presentIds(question.options ?? []))
      ? [{ path: `${at}.options`, message: 'must have different ids' }]
      : []),
    ...(question.options ?? []).flatMap(({ id }, index) =>
      isUnusableId(id)
        ? [{ path: `${at}.options.${index}.id`, message: 'must have other characters than spaces, and no line breaks' }]
        : [],
    ),
    ...(answer ? [{ path: `${at}.answer`, message: answer }] : []),
  ]
}

/** Finds repeated ids and answers that do not fit the type or the options of their question. */
function findQuizContradictions(content: JsonObject, at: string): InvalidField[] {
  const all = (content.questions ?? []) as UnfinishedQuestion[]
  const path = `${at}.questions`
  return [
    ...(hasDuplicates(presentIds(all)) ? [{ path, message: 'must have different ids' }] : []),
    ...all.flatMap((question, index) => findQuestionContradictions(question, `${path}.${index}`)),
  ]
}

const markdownProperties = ['prompt', 'text', 'feedback', 'explanation']

export const quizBlockTypeDefinition: BlockTypeDefinition = {
  description: 'A quiz: questions with answers.',
  schema: makeObjectJsonSchema('A quiz: questions with answers.', {
    questions: makeListJsonSchema('The questions, in order.', questionSchema),
    passingScore: { type: 'number', minimum: 0, description: 'Points needed to pass.' },
  }),
  requiredWhenFinished: [
    'questions',
    'questions.id',
    'questions.type',
    'questions.prompt',
    'questions.answer',
    'questions.options.id',
    'questions.options.text',
  ],
  contradictions: findQuizContradictions,
  secrets: {
    names: [
      'answer',
      'answers',
      'answerKey',
      'correct',
      'explanation',
      'feedback',
      'solution',
      'solutions',
      'tolerance',
    ],
    strictLists: ['questions', 'questions.options'],
    /**
     * The learner types the answer of a `short_text` question. If such a question has options, they can only be right
     * answers, so they are secret.
     */
    isSecret: (path, { type }) => path === 'questions.options' && type === 'short_text',
  },
  example: {
    questions: [
      {
        id: 'q1',
        type: 'single_choice',
        prompt: 'What does a plant make from light?',
        options: [
          { id: 'a', text: 'Sugar', feedback: 'Right.' },
          { id: 'b', text: 'Salt', feedback: 'Plants take salts up; they do not make them.' },
        ],
        answer: 'a',
        points: 1,
        explanation: 'Photosynthesis stores light as sugar.',
      },
    ],
    passingScore: 1,
  },
  fromTool: convertToolQuizToStoredForm,
  markdown: (content) => joinNonEmptyTexts(getObjectListProperty(content, 'questions').map(questionMarkdown)),
  textFormat: (property) => (markdownProperties.includes(property) ? 'markdown' : 'plain'),
  generation: {
    placeholder: ({ subject, angle }) => ({
      questions: [
        {
          id: 'q1',
          type: 'single_choice',
          prompt: `${angle}: which of these belongs to ${subject}? (Offline draft)`,
          options: [
            { id: 'a', text: `Something about ${subject}`, feedback: 'Right.' },
            { id: 'b', text: 'Something else', feedback: 'Look again at the lesson.' },
          ],
          answer: 'a',
          points: 1,
          explanation: 'Replace this question with one of your own.',
        },
      ],
      passingScore: 1,
    }),
    problems: problemsOfQuiz,
    rendersTextsTogether: true,
  },
}
