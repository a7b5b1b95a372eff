import { isJsonObject } from '../../../../operations/json-object.ts'
import { defineQuestionType } from './definition.ts'
import { makeEntryFinder } from './find-entry.ts'
import { toLine, toListItem } from './markdown.ts'
import { readPairs } from './pairs.ts'
import { makeInvalidResponseError, readParts } from './responses.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

export const matching = defineQuestionType<ReadonlyMap<string, string>>({
  otherNames: ['match', 'match-pairs', 'matching-pairs', 'pairs', 'pairing', 'connect', 'drag-and-drop'],
  answer: 'an object with the id of the right target for the id of each option',
  shows: ['options', 'targets'],
  shuffles: 'targets',
  least: { options: 1, targets: 2 },
  form: 'must be an object with the id of a target for the ids of options',
  hasForm: (answer) => isJsonObject(answer) && Object.values(answer).every(isText),
  namesIds: (answer) => ({
    options: Object.keys(answer as object),
    targets: Object.values(answer as Record<string, string>),
  }),
  isComplete: (answer) => Object.keys(answer as object).length > 0,
  readAnswer(value, { options, targets }) {
    const pairs = isJsonObject(value) ? Object.entries(value) : readPairs(value)
    const [findOption, findTarget] = [makeEntryFinder(options), makeEntryFinder(targets)]
    const read = pairs?.map(([option, target]) => [findOption(option), findTarget(target)] as const)
    if (!read?.every((pair): pair is [string, string] => pair.every(isText))) return undefined
    return Object.fromEntries(read)
  },
  readResponse({ options, targets }, response) {
    const read = readParts(response, options, 'options')
    const known = new Set(targets.map(({ id }) => id))
    if (![...read.values()].every((id) => known.has(id)))
      throw makeInvalidResponseError(
        `must be an object whose values are ids of the question's targets, which are ${targets.map(({ id }) => id).join(', ')}`,
      )
    return read
  },
  compare({ answer, options }, given) {
    const right = new Map(Object.entries(answer as Record<string, string>))
    // An option without a right target stays alone.
    const parts = options.map(({ id }) => ({ id, correct: given.get(id) === right.get(id) }))
    return { share: parts.filter(({ correct }) => correct).length / Math.max(1, parts.length), parts }
  },
  markdown({ options, targets, answer }) {
    const right = new Map(Object.entries((answer ?? {}) as Record<string, string>))
    const textById = new Map(targets.map(({ id, text }) => [id, text]))
    const used = new Set(right.values())
    const lines = options.map(({ id, text }) => {
      const target = textById.get(right.get(id) ?? '')
      return `- ${toListItem(text)}${target === undefined ? '' : ` → ${toLine(target)}`}`
    })
    const others = targets.filter(({ id }) => !used.has(id)).map(({ text }) => `- ${toListItem(text)}`)
    return [...lines, ...(others.length > 0 ? ['', 'Other targets:', '', ...others] : [])].join('\n')
  },
})
