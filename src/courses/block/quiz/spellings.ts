import { isJsonObject } from '../../../operations/json-object.ts'
import { idSpelling, numberSpelling, type Spelling, type Spellings, textSpelling } from '../definition/reader.ts'
import { type QuestionType, questionTypes } from './schema.ts'

/** Other names of the question types. Case, spaces and punctuation make no difference. */
export const otherQuestionTypeNames: Readonly<Record<QuestionType, readonly string[]>> = {
  single_choice: ['single', 'radio', 'single-select'],
  multiple_choice: ['multiple', 'checkbox', 'checkboxes', 'multiple-select', 'multiple-response'],
  true_false: ['true-or-false', 'boolean', 'bool', 'yes-no'],
  short_text: ['short-answer', 'short-response', 'text', 'free-text', 'fill-in-the-blank', 'fill-in-the-blanks'],
}

const toLetters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

const typeByLetters = new Map(
  questionTypes.flatMap((type) =>
    [type, ...otherQuestionTypeNames[type]].map((name): [string, QuestionType] => [toLetters(name), type]),
  ),
)

const isDocumentedType = (value: unknown): value is QuestionType => questionTypes.some((type) => type === value)

/** Returns a question type by any of its names, or undefined. */
export function readQuestionType(value: unknown): QuestionType | undefined {
  if (isDocumentedType(value)) return value
  return typeof value === 'string' && value.length <= 40 ? typeByLetters.get(toLetters(value)) : undefined
}

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
  read: (value) => (leavesNumberOfAnswersOpen(value) ? value : readQuestionType(value)),
  expected: `one of ${questionTypes.join(', ')}`,
}

export const questionSpellings: Spellings = {
  id: idSpelling(),
  type: questionType,
  prompt: textSpelling('question', 'text', 'stem', 'questionText'),
  options: optionList,
  points: numberSpelling('score', 'marks'),
  explanation: textSpelling('rationale'),
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

/** Names of the boolean that marks an option as right. */
export const rightOptionNames = ['correct', 'isCorrect', 'is_correct', 'isRight', 'right']
