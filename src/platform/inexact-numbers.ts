/** A number of a JSON text that JavaScript cannot keep, such as 9007199254740993, with its place in an object. */
export type InexactNumber = { path: readonly string[]; source: string }

/** The first inexact number in an object or list, at any depth. */
const inexactNumbers = new WeakMap<object, InexactNumber>()

// A number with at most 15 digits and an exponent of at most two digits is exact (IEEE 754, section 5.12.2).
// The expressions find the others. They can also match in a string, which costs time and changes nothing.
const manyDigits = /\d[\d.]{15}/
const largeExponent = /[\d.][eE][+-]?\d{3,}[ \t\r\n]*[,}\]]/

/**
 * The maximum length of a number that is compared. The exact decimal of a double has at most 1,077 characters; a longer
 * number is another one. The time of `normalize` grows with the square of the length.
 */
const maxComparedChars = 1100

/** Returns the significant digits of a decimal number and its exponent, without its sign: `12e3` for 12000. */
function normalize(decimal: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(decimal) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}

/**
 * Returns whether a number is the one in the JSON text. Some languages write a fraction with 17 digits, such as
 * 0.10000000000000001 for 0.1. That is the same number.
 */
function isExact(value: number, source: string): boolean {
  if (!Number.isFinite(value) || source.length > maxComparedChars) return false
  const sent = normalize(source)
  if (sent === normalize(String(value))) return true
  return !Number.isInteger(value) && sent === normalize(value.toPrecision(17))
}

/** Notes an inexact number at each object and list that contains it. Returns the first one. */
function note(value: unknown, sources: ReadonlyMap<object, readonly [string, string]>): InexactNumber | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const own = sources.get(value)
  let first: InexactNumber | undefined = own && { path: [own[0]], source: own[1] }
  for (const [name, inner] of Object.entries(value)) {
    const found = note(inner, sources)
    if (found) first ??= { path: [name, ...found.path], source: found.source }
  }
  if (first) inexactNumbers.set(value, first)
  return first
}

/**
 * Parses a JSON text as `JSON.parse` does. Remembers the numbers that it has rounded, for `findInexactNumber`.
 * @throws SyntaxError as `JSON.parse` does
 * @throws RangeError if the text is nested too deeply to look for numbers
 */
export function parseJsonAndNoteInexactNumbers(text: string): unknown {
  if (!manyDigits.test(text) && !largeExponent.test(text)) return JSON.parse(text)
  const sources = new Map<object, readonly [string, string]>()
  function check(this: object, name: string, value: unknown, { source }: { source?: string }): unknown {
    if (typeof value === 'number' && source !== undefined && !isExact(value, source) && !sources.has(this))
      sources.set(this, [name, source])
    return value
  }
  const value: unknown = JSON.parse(text, check as (this: unknown, name: string, value: unknown) => unknown)
  if (sources.size > 0) note(value, sources)
  return value
}

/** Returns an inexact number in a value that `parseJsonAndNoteInexactNumbers` has returned, at any depth. */
export const findInexactNumber = (value: object): InexactNumber | undefined => inexactNumbers.get(value)

/** Returns whether a decimal number in a text, such as a GraphQL document, is one that JavaScript keeps. */
export const isExactNumberSource = (source: string): boolean => isExact(Number(source), source)
