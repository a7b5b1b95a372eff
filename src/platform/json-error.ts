import { parseJsonAndNoteInexactNumbers } from './inexact-numbers.ts'

/**
 * Matches V8's message for an unexpected character. From a long text, V8 quotes 10 characters before and 10 after the
 * character.
 */
const unexpected = /^Unexpected token '(?:.)', (\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/su

const charsBefore = 10

/** The binary search covers at most this many characters, because each of its steps parses the text again. */
const maxSearchedChars = 2000

/**
 * Returns whether the beginning of a JSON text contains an unexpected character. If the beginning is valid JSON that is
 * only cut off, returns false.
 */
function hasUnexpectedCharacter(beginning: string): boolean {
  try {
    JSON.parse(beginning)
    return false
  } catch (error) {
    return unexpected.test((error as SyntaxError).message)
  }
}

/** Returns the position of the first unexpected character in a JSON text. Finds the position by a binary search. */
function findByBinarySearch(text: string): number {
  let [valid, invalid] = [0, text.length]
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1
    if (hasUnexpectedCharacter(text.slice(0, middle))) invalid = middle
    else valid = middle
  }
  return valid
}

/**
 * Returns the position of the first unexpected character, or undefined if the search would take too long.
 * @param excerpt the text that V8 quotes
 */
function findUnexpectedCharacter(text: string, isExcerptFromMiddle: boolean, excerpt: string): number | undefined {
  if (!isExcerptFromMiddle) return findByBinarySearch(text.slice(0, maxSearchedChars))
  const at = text.indexOf(excerpt)
  if (at === text.lastIndexOf(excerpt)) return at + charsBefore
  return text.length <= maxSearchedChars ? findByBinarySearch(text) : undefined
}

/** Returns what is wrong in a text that `JSON.parse` refuses, and where. */
function describeJsonError({ message }: SyntaxError, text: string): string {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? []
  if (line !== undefined) return `see line ${line}, column ${column}`
  const [isUnexpected, ellipsis, excerpt] = unexpected.exec(message) ?? []
  if (isUnexpected === undefined) return 'it ends too early'
  const at = findUnexpectedCharacter(text, ellipsis !== undefined, excerpt!)
  if (at === undefined) return 'it has an unexpected character'
  const lines = text.slice(0, at).split('\n')
  const character = JSON.stringify(String.fromCodePoint(text.codePointAt(at)!))
  return `it has an unexpected character ${character} at line ${lines.length}, column ${lines.at(-1)!.length + 1}`
}

/** Parses JSON text from a client. Returns the value, or what is wrong with the text. */
export function parseClientJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: parseJsonAndNoteInexactNumbers(text) }
  } catch (error) {
    if (error instanceof RangeError) return { problem: 'it is nested too deeply' }
    return { problem: describeJsonError(error as SyntaxError, text) }
  }
}
