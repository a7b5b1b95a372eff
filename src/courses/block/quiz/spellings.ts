import { isJsonObject } from '../../../operations/json-object.ts'
import {
  addedLater,
  flagSpelling,
  idSpelling,
  numberSpelling,
  type Spelling,
  type Spellings,
  textListSpelling,
  textSpelling,
} from '../definition/reader.ts'
import { type QuestionType, questionTypes } from './question-types/question-type-names.ts'
import { questionTypeDefinitionByName } from './question-types.ts'

const toLetters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

const typeByLetters = new Map(
  questionTypes.flatMap((type) =>
    [type, ...questionTypeDefinitionByName[type].otherNames].map((name): [string, QuestionType] => [
      toLetters(name),
      type,
    ]),
  ),
)

const isDocumentedType = (value: unknown): value is QuestionType => questionTypes.some((type) => type === value)

/** Returns a question type by any of its names, or undefined. */
export function readQuestionType(value: unknown): QuestionType | undefined {
  if (isDocumentedType(value)) return value
  return typeof value === 'string' && value.length <= 40 ? typeByLetters.get(toLetters(value)) : undefined
}

/** Names of a question with one text to write, or with gaps in its prompt. */
export const gapNames = ['fill-in-the-blank', 'fill-in-the-blanks']
const gapLetters = new Set(gapNames.map(toLetters))

/** Returns whether the name of a question type leaves open whether its prompt has gaps. */
export const leavesGapsOpen = (value: unknown) => typeof value === 'string' && gapLetters.has(toLetters(value))

/**
 * Many systems call every question with options `multiple-choice`, also if only one of them is right. Returns whether
 * a name of a question type, such as `multiple-choice` or `mcq`, leaves open how many options are right.
 */
export const leavesNumberOfAnswersOpen = (value: unknown) =>
  typeof value === 'string' &&
  value !== 'multiple_choice' &&
  ['multiplechoice', 'mcq', 'choice'].includes(toLetters(value))

/** Returns whether a value can be read as an option: a text, a number, or an object with texts. */
const isReadableOption = (value: unknown) =>
  isJsonObject(value)
    ? Object.entries(optionSpellings).every(
        ([name, { read }]) => value[name] == null || read(value[name], false) !== undefined,
      )
    : typeof value === 'string' || typeof value === 'number'

const isShortText = (value: unknown) => typeof value === 'string' || typeof value === 'number'
const isMissingOr = (value: unknown, isRight: (value: unknown) => boolean) => value == null || isRight(value)

/** Returns whether a value can be read as a target: a text, a number, or an object with an id and a text. */
const isReadableTarget = (value: unknown) =>
  isJsonObject(value) ? isMissingOr(value.id, isShortText) && isMissingOr(value.text, isShortText) : isShortText(value)

const isOptionOfGap = (value: unknown) => (isJsonObject(value) ? isShortText(value.text) : isShortText(value))

/** Returns whether a value can be read as a gap: its id, or an object with an id and options. */
const isReadableGap = (value: unknown) =>
  isJsonObject(value)
    ? isMissingOr(value.id, isShortText) &&
      isMissingOr(value.options ?? value.choices, (list) => Array.isArray(list) && list.every(isOptionOfGap))
    : isShortText(value)

/** Options can be a list, or an object such as `{ "A": "Paris", "B": "Rome" }` whose names are the ids. */
function readOptionList(value: unknown, isDocumented: boolean): unknown {
  if (Array.isArray(value)) return isDocumented || value.every(isReadableOption) ? value : undefined
  if (!isJsonObject(value)) return undefined
  const entries = Object.entries(value)
  return entries.length > 0 && entries.every(([, text]) => typeof text === 'string')
    ? entries.map(([id, text]) => ({ id, text }))
    : undefined
}

const optionList: Spelling = {
  also: ['choices', 'answerOptions', 'alternatives'],
  read: readOptionList,
  expected: 'a list of options',
}

const questionType: Spelling = {
  also: ['questionType'],
  read: (value) => (leavesNumberOfAnswersOpen(value) || leavesGapsOpen(value) ? value : readQuestionType(value)),
  expected: `one of ${questionTypes.join(', ')}`,
}

export const questionSpellings: Spellings = {
  id: idSpelling(),
  type: questionType,
  prompt: textSpelling('question', 'text', 'stem', 'questionText'),
  options: optionList,
  points: numberSpelling('score', 'marks'),
  explanation: textSpelling('rationale'),
  ...addedLater({
    targets: {
      also: ['targetOptions'],
      read: (value) => (Array.isArray(value) && value.every(isReadableTarget) ? value : undefined),
      expected: 'a list of targets',
    },
    gaps: {
      also: ['blanks'],
      read: (value) => (Array.isArray(value) && value.every(isReadableGap) ? value : undefined),
      expected: 'a list of gaps',
    },
    tolerance: numberSpelling('margin', 'errorMargin', 'acceptedError'),
    unit: textSpelling('units'),
    sampleAnswer: textSpelling('modelAnswer', 'exampleAnswer', 'sample_answer', 'sampleSolution'),
    partialCredit: flagSpelling('partial_credit', 'allowPartialCredit'),
    shuffle: flagSpelling('shuffleOptions', 'shuffleAnswers', 'shuffle_options', 'shuffle_answers', 'randomize'),
    attempts: {
      also: ['maxAttempts', 'max_attempts', 'allowedAttempts'],
      read: (value) =>
        Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 1000 ? value : undefined,
      expected: 'a whole number from 1 to 1000',
    },
    hints: textListSpelling(),
    feedbackCorrect: textSpelling('correctFeedback', 'correct_feedback', 'correctComments', 'correct_comments'),
    feedbackIncorrect: textSpelling(
      'incorrectFeedback',
      'incorrect_feedback',
      'wrongFeedback',
      'incorrectComments',
      'incorrect_comments',
    ),
    caseSensitive: flagSpelling('case_sensitive', 'matchCase'),
    accentSensitive: flagSpelling('accent_sensitive', 'matchAccents'),
  }),
}

/** Other names of `answer`. An answer with a name in `indexNames` is the index of an option, from 0. */
export const otherAnswerNames = [
  'correctAnswer',
  'correctAnswers',
  'correct_answer',
  'correct_answers',
  'correctOption',
  'correctOptions',
  'correct',
  'answers',
  'solution',
]
export const indexNames = ['correctIndex', 'correctIndexes', 'correctOptionIndex', 'answerIndex']

export const optionSpellings: Spellings = {
  id: idSpelling('key'),
  text: {
    ...textSpelling('label', 'option', 'value', 'answer'),
    read: (value) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined),
  },
  feedback: textSpelling('rationale', 'explanation'),
}

/** Further names of the answer of an `ordering` question. */
export const orderNames = ['correctOrder', 'correct_order', 'order', 'sequence']

/** Names of the boolean that marks an option as right. */
export const rightOptionNames = ['correct', 'isCorrect', 'is_correct', 'isRight', 'right']
