import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'
import { addDerivedIds } from './derived-ids.ts'
import { listGaps } from './gaps.ts'
import { readPairs } from './question-types/pairs.ts'
import type { QuestionType } from './question-types/question-type-names.ts'
import { questionTypeDefinitionByName } from './question-types.ts'
import { otherAnswerNames } from './spellings.ts'

const objectsOf = (list: unknown): JsonObject[] => (Array.isArray(list) ? list.filter(isJsonObject) : [])

/** Makes an id from a text, because an id from the position would tell learners the right order. */
const makeIdFromText = (text: unknown) =>
  createHash('sha256').update(String(text)).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 8)

/** Adds the ids that the entries of a list of a question lack. */
export function addEntryIds(
  type: QuestionType | undefined,
  list: 'options' | 'targets',
  entries: readonly JsonObject[],
): readonly JsonObject[] {
  const isOrderSecret = type !== undefined && questionTypeDefinitionByName[type].shuffles === list
  return addDerivedIds(entries, (index) => (isOrderSecret ? makeIdFromText(entries[index]!.text) : String(index)))
}

/** Returns the gaps of a question: those of its list, and those that only the prompt has. */
export const readGaps = ({ gaps, prompt }: JsonObject): JsonObject[] =>
  listGaps(typeof prompt === 'string' ? prompt : '', objectsOf(gaps))

const toText = (value: unknown) => (typeof value === 'number' ? String(value) : value)

/** Reads a target: an object, a text or a number. Returns the same object if it has the documented shape. */
export function readTarget(value: unknown): JsonObject {
  if (!isJsonObject(value)) return { text: toText(value) }
  const { id, text, ...others } = value
  if ((id === undefined || typeof id === 'string') && (text === undefined || typeof text === 'string')) return value
  return { ...(id != null && { id: toText(id) }), ...(text != null && { text: toText(text) }), ...others }
}

const optionsOfGap = (list: readonly unknown[]) => list.map((one) => toText(isJsonObject(one) ? one.text : one))
const isText = (value: unknown) => typeof value === 'string'

/** Reads a gap: an object, or its id. Its right answer, if it has one, is returned beside it. */
export function readGap(value: unknown): { gap: JsonObject; answer?: unknown } {
  if (!isJsonObject(value)) return { gap: { id: toText(value) } }
  const name = ['answer', ...otherAnswerNames].find((one) => value[one] != null)
  const { id, options: written, choices, ...rest } = value
  const options = (written ?? choices) as unknown[] | null | undefined
  const isDocumented = (id === undefined || isText(id)) && (written === undefined || optionsAreTexts(written))
  if (isDocumented && name === undefined && choices === undefined) return { gap: value }
  const { [name ?? '']: answer, ...others } = rest
  const gap = { ...(id != null && { id: toText(id) }), ...(options && { options: optionsOfGap(options) }), ...others }
  return { gap, ...(name !== undefined && { answer }) }
}

const optionsAreTexts = (value: unknown) => Array.isArray(value) && value.every(isText)

/** Returns a question whose options and targets are the two sides of its `pairs`. */
export function readPairsAsLists(question: JsonObject): JsonObject {
  const { pairs, ...others } = question
  const read = question.options == null && question.targets == null ? readPairs(pairs) : undefined
  if (!read?.length || !read.flat().every((one) => typeof one === 'string' || typeof one === 'number')) return question
  const texts = read.map((pair) => pair.map(String) as [string, string])
  const targets = addEntryIds(
    'matching',
    'targets',
    [...new Set(texts.map(([, right]) => right))].map((text) => ({ text })),
  )
  const idOf = new Map(targets.map(({ id, text }) => [text, id]))
  const options = texts.map(([text], index) => ({ id: String(index), text }))
  const answer = Object.fromEntries(texts.map(([, right], index) => [String(index), idOf.get(right)]))
  return { ...others, options, targets, answer: others.answer ?? answer }
}
