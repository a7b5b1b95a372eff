import { isJsonObject } from '../../../../operations/json-object.ts'

/** The names of the two parts of a pair in other systems. */
const namesOfPairs: readonly (readonly [string, string])[] = [
  ['left', 'right'],
  ['option', 'target'],
  ['term', 'definition'],
  ['prompt', 'answer'],
  ['question', 'answer'],
  ['key', 'value'],
  ['item', 'match'],
  ['text', 'match'],
]

/** Reads a pair: a list of two values, an object such as `{ left, right }`, or a text such as `left=right`. */
export function readPair(value: unknown): readonly [unknown, unknown] | undefined {
  if (Array.isArray(value)) return value.length === 2 ? [value[0], value[1]] : undefined
  if (typeof value === 'string') {
    const at = value.indexOf('=')
    return at > 0 ? [value.slice(0, at).trim(), value.slice(at + 1).trim()] : undefined
  }
  if (!isJsonObject(value)) return undefined
  const names = namesOfPairs.find(([left, right]) => value[left] !== undefined && value[right] !== undefined)
  return names && [value[names[0]], value[names[1]]]
}

/** Reads a list of pairs. Returns undefined if an entry is no pair. */
export function readPairs(value: unknown): (readonly [unknown, unknown])[] | undefined {
  if (!Array.isArray(value)) return undefined
  const pairs = value.flatMap((one: unknown) => {
    const pair = readPair(one)
    return pair ? [pair] : []
  })
  return pairs.length === value.length ? pairs : undefined
}
