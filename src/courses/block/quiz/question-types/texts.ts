import { defineQuestionType } from './definition.ts'
import { foldAnswerText } from './fold-answer.ts'
import { readOnlyText } from './responses.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const isWritten = (text: unknown) => isText(text) && text.trim() !== ''

/** Returns the texts of an answer that is one text or a list of texts, without empty ones. */
export const listRightTexts = (answer: unknown): string[] =>
  [answer].flat().filter((text): text is string => isText(text) && text.trim() !== '')

export const shortText = defineQuestionType<string>({
  otherNames: ['short-answer', 'short-response', 'text', 'free-text'],
  answer: 'a text, or a list of texts of which each is right',
  shows: [],
  least: {},
  form: 'must be a text, or a list of texts',
  hasForm: (answer) => [answer].flat().every(isText),
  isComplete: (answer) => [answer].flat().some(isWritten),
  readResponse: (_question, response) => readOnlyText(response),
  compare({ answer, ...question }, text, language) {
    const how = { ...question, language }
    const given = foldAnswerText(text, how)
    return { share: listRightTexts(answer).some((right) => foldAnswerText(right, how) === given) ? 1 : 0 }
  },
  markdown: ({ answer }) => (answer === undefined ? '' : `Answer: ${[answer].flat().join(', ')}`),
})

/** The maximum length of an essay in characters. */
export const maxEssayChars = 20_000

export const essay = defineQuestionType<string>({
  otherNames: ['long-answer', 'long-text', 'long-response', 'open', 'open-ended', 'open-question', 'free-response'],
  shows: [],
  least: {},
  form: 'must be left out, because an essay has no right answer; write sampleAnswer',
  hasForm: () => false,
  isComplete: () => true,
  readResponse: (_question, response) => readOnlyText(response, maxEssayChars),
  compare: () => ({ share: 0 }),
  markdown: ({ sampleAnswer }) => (sampleAnswer === '' ? '' : `Sample answer: ${sampleAnswer}`),
})
