import { isJsonObject, type JsonObject } from '../operations/json-object.ts'

/**
 * The maximum number of places in a text at which a JSON object is looked for. It keeps the time linear in the length
 * of the text.
 */
const maxPlaces = 64

/** Matches the beginning of a JSON object. In prose, such as `A set {a, b}.`, no quotation mark follows the brace. */
const objectStartPattern = /\{\s*["}]/g

const endOfThoughts = '</think>'

/** Removes what a model thinks before it answers. */
function removeThoughts(text: string): string {
  const end = text.lastIndexOf(endOfThoughts)
  return end === -1 ? text : text.slice(end + endOfThoughts.length)
}

/** Returns the index after the brace that closes the object at `start`, or undefined. Skips braces in strings. */
function findObjectEnd(text: string, start: number): number | undefined {
  let depth = 0
  const tokens = /"(?:[^"\\]|\\.)*"|[{}]/gs
  tokens.lastIndex = start
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    if (token[0] === '{') depth++
    if (token[0] === '}' && --depth === 0) return tokens.lastIndex
  }
  return undefined
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Yields the JSON objects in a text that are not within another, in their order. */
function* findObjects(text: string): Iterable<JsonObject> {
  const objectStart = new RegExp(objectStartPattern)
  for (let place = 0; place < maxPlaces; place++) {
    const start = objectStart.exec(text)?.index
    if (start === undefined) return
    const end = findObjectEnd(text, start)
    const value = end === undefined ? undefined : parseObject(text.slice(start, end))
    objectStart.lastIndex = value && end ? end : start + 1
    if (value) yield value
  }
}

/**
 * Finds and parses the JSON object in a model's answer that has the property `name`. Some models put the JSON into a code
 * fence, between sentences, or after their thoughts. Without such an object, returns the last JSON object, or undefined.
 */
export function findJsonObjectInText(text: string, name: string): JsonObject | undefined {
  const whole = parseObject(text)
  if (whole) return whole
  let last: JsonObject | undefined
  for (const value of findObjects(removeThoughts(text))) {
    if (Object.hasOwn(value, name)) return value
    last = value
  }
  return last
}
