import { defineQuestionType } from './definition.ts'
import { toLine } from './markdown.ts'
import type { Question } from './question.ts'
import { makeInvalidResponseError, readIds } from './responses.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const hasDuplicates = (all: readonly unknown[]) => new Set(all).size < all.length

/** Returns the options of a question as a list of tasks, in which the right ones are done. */
function markdownOfOptions({ options, answer }: Question): string {
  const right = new Set((answer === undefined ? [] : [answer].flat()).map(String))
  if (options.length === 0) return right.size > 0 ? `Answer: ${[...right].join(', ')}` : ''
  return options
    .map(({ id, text, feedback }) => {
      const note = feedback === '' ? '' : ` (${toLine(feedback)})`
      return `- [${right.has(id) ? 'x' : ' '}] ${toLine(text)}${note}`
    })
    .join('\n')
}

function readOnlyId(question: Question, response: Parameters<typeof readIds>[0]): string {
  const ids = [response].flat()
  if (ids.length !== 1) throw makeInvalidResponseError('must be one value, because this question has one answer')
  return readIds(response, question.options)[0]!
}

export const singleChoice = defineQuestionType<string>({
  otherNames: ['single', 'radio', 'single-select'],
  answer: 'the id of an option',
  shows: ['options'],
  choosesOptions: true,
  least: { options: 2 },
  form: 'must be the id of one option',
  hasForm: isText,
  namesIds: (answer) => ({ options: [answer] }),
  isComplete: () => true,
  readResponse: readOnlyId,
  compare: ({ answer }, id) => ({ share: id === answer ? 1 : 0 }),
  markdown: markdownOfOptions,
})

export const multipleChoice = defineQuestionType<string[]>({
  otherNames: ['multiple', 'checkbox', 'checkboxes', 'multiple-select', 'multiple-response'],
  answer: 'a list of ids of options, which is empty if none of them is right',
  shows: ['options'],
  choosesOptions: true,
  least: { options: 2 },
  form: 'must be a list of ids of options, each once',
  hasForm: (answer) => Array.isArray(answer) && answer.every(isText) && !hasDuplicates(answer),
  namesIds: (answer) => ({ options: answer as string[] }),
  isComplete: (answer) => (answer as string[]).every((id) => id.trim() !== ''),
  readResponse: ({ options }, response) => readIds(response, options),
  compare({ answer }, ids) {
    const right = new Set(answer as string[])
    const hits = ids.filter((id) => right.has(id)).length
    if (right.size === 0) return { share: ids.length === 0 ? 1 : 0 }
    return { share: Math.max(0, hits - (ids.length - hits)) / right.size }
  },
  markdown: (question) => {
    const options = markdownOfOptions(question)
    const isNone = Array.isArray(question.answer) && question.answer.length === 0
    return isNone ? `${options}\n\nAnswer: none of these` : options
  },
})

export const trueFalse = defineQuestionType<string>({
  otherNames: ['true-or-false', 'boolean', 'bool', 'yes-no'],
  answer: 'a boolean',
  shows: ['options'],
  choosesOptions: true,
  least: {},
  form: 'must be true or false',
  hasForm: (answer) => typeof answer === 'boolean',
  isComplete: () => true,
  readResponse: readOnlyId,
  compare: ({ answer }, id) => ({ share: id === String(answer) ? 1 : 0 }),
  markdown(question) {
    if (!question.hasDefaultOptions) return markdownOfOptions(question)
    return question.answer === undefined ? '' : `Answer: ${question.answer}`
  },
})
