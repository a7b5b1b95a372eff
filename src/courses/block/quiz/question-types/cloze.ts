import { isJsonObject, type JsonObject } from '../../../../operations/json-object.ts'
import { defineQuestionType } from './definition.ts'
import { foldAnswerText } from './fold-answer.ts'
import { toLine } from './markdown.ts'
import { readPairs } from './pairs.ts'
import { readParts } from './responses.ts'
import { listRightTexts } from './texts.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const toText = (value: unknown) => (typeof value === 'number' ? String(value) : value)

/** Reads the right texts of one gap. */
function readTexts(value: unknown): unknown {
  if (!Array.isArray(value)) return isText(toText(value)) ? toText(value) : undefined
  const texts = value.map(toText)
  return texts.every(isText) ? texts : undefined
}

/** Collects pairs of a gap and a text. A gap that comes several times has several right texts. */
function collectPairs(pairs: readonly (readonly [unknown, unknown])[]): [string, unknown][] {
  const byId = Map.groupBy(pairs, ([id]) => String(id))
  return [...byId].map(([id, all]) => [id, all.length === 1 ? all[0]![1] : all.map(([, text]) => text)])
}

function entriesOf(value: unknown, gaps: readonly JsonObject[]): [string, unknown][] | undefined {
  if (isJsonObject(value)) return Object.entries(value)
  const ids = gaps.map(({ id }) => String(id))
  if (Array.isArray(value)) {
    const pairs = readPairs(value)
    if (pairs?.every(([id]) => ids.includes(String(id)))) return collectPairs(pairs)
    if (ids.length === 1) return [[ids[0]!, value]]
    return value.length === ids.length ? ids.map((id, index) => [id, value[index] as unknown]) : undefined
  }
  return ids.length === 1 ? [[ids[0]!, value]] : undefined
}

export const cloze = defineQuestionType<ReadonlyMap<string, string>>({
  otherNames: ['gap-fill', 'gaps', 'fill-gaps', 'fill-in-the-gaps', 'fill-blanks', 'cloze-test'],
  answer: 'an object with a text, or a list of right texts, for the id of each gap',
  shows: ['gaps'],
  least: { gaps: 1 },
  form: 'must be an object with a text, or a list of texts, for the ids of gaps',
  hasForm: (answer) =>
    isJsonObject(answer) && Object.values(answer).every((texts) => [texts].flat().every((text) => isText(text))),
  namesIds: (answer) => ({ gaps: Object.keys(answer as object) }),
  isComplete: (answer, { gaps }) =>
    gaps.every(({ id }) => listRightTexts((answer as JsonObject)[String(id)]).length > 0),
  readAnswer(value, { gaps }) {
    const entries = entriesOf(value, gaps)?.map(([id, texts]): [string, unknown] => [id, readTexts(texts)])
    return entries?.every(([, texts]) => texts !== undefined) ? Object.fromEntries(entries) : undefined
  },
  readResponse: ({ gaps }, response) => readParts(response, gaps, 'gaps'),
  compare({ answer, gaps, ...question }, given, language) {
    const how = { ...question, language }
    const right = answer as JsonObject
    const parts = gaps.map(({ id }) => {
      const text = foldAnswerText(given.get(id) ?? '', how)
      return { id, correct: listRightTexts(right[id]).some((one) => foldAnswerText(one, how) === text) }
    })
    return { share: parts.filter(({ correct }) => correct).length / Math.max(1, parts.length), parts }
  },
  markdown({ gaps, answer }) {
    const right = (answer ?? {}) as JsonObject
    return gaps
      .map(({ id, options }) => {
        const choice = options.length > 0 ? ` (${options.map(toLine).join(', ')})` : ''
        return `- \`{{${id}}}\`: ${listRightTexts(right[id]).map(toLine).join(', ')}${choice}`
      })
      .join('\n')
  },
})
