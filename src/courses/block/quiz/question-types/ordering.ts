import { defineQuestionType } from './definition.ts'
import { makeEntryFinder } from './find-entry.ts'
import { toListItem } from './markdown.ts'
import { makeInvalidResponseError, readIds } from './responses.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const hasDuplicates = (all: readonly unknown[]) => new Set(all).size < all.length

export const ordering = defineQuestionType<string[]>({
  otherNames: ['order', 'sequence', 'sequencing', 'sort', 'sorting', 'ranking', 'reorder'],
  answer: 'the ids of all options in the right order',
  shows: ['options'],
  shuffles: 'options',
  least: { options: 2 },
  form: 'must be the ids of all options in the right order, each once',
  hasForm: (answer) => Array.isArray(answer) && answer.every(isText) && !hasDuplicates(answer),
  namesIds: (answer) => ({ options: answer as string[] }),
  isComplete: (answer, { options }) => (answer as string[]).length === options.length,
  readAnswer(value, { options }) {
    if (!Array.isArray(value)) return undefined
    const ids = value.map(makeEntryFinder(options))
    return ids.includes(undefined) || hasDuplicates(ids) ? undefined : ids
  },
  readResponse({ options }, response) {
    const sent = Array.isArray(response) ? readIds(response as readonly string[], options) : []
    if (sent.length !== options.length)
      throw makeInvalidResponseError(
        `must be a list of the ids of all options, each once: ${options.map(({ id }) => id).join(', ')}`,
      )
    return sent
  },
  compare({ answer }, ids) {
    const right = answer as string[]
    const parts = right.map((id, index) => ({ id, correct: ids[index] === id }))
    return { share: parts.filter(({ correct }) => correct).length / Math.max(1, parts.length), parts }
  },
  markdown({ options, answer }) {
    if (!Array.isArray(answer)) return options.map(({ text }) => `- ${toListItem(text)}`).join('\n')
    const textById = new Map(options.map(({ id, text }) => [id, text]))
    const lines = answer.map((id: unknown, index) => `${index + 1}. ${toListItem(textById.get(String(id)) ?? '')}`)
    return `Right order:\n\n${lines.join('\n')}`
  },
})
