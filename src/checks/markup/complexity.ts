import { estimateParsingSteps } from '../../courses/block/definition/parsing-steps.ts'

const maxLines = 5000
const maxMarks = 20_000

/** Quotes and lists with 20 or more nested levels. Parsers take quadratic time for them. */
const deepNesting = /^(?:[ \t]*(?:>|[-+*](?=\s)|\d{1,9}[.)](?=\s))){20,}/m
const marks = /[[\]<>&`|!\\]/g

/** Counts the matches of a pattern in a text, without counting beyond `max`. */
function countUpTo(text: string, pattern: RegExp, max: number): number {
  let count = 0
  for (const _ of text.matchAll(pattern)) if (++count > max) return count
  return count
}

/**
 * Returns why a Markdown text would take too long to parse, or undefined. A Markdown parser takes up to a hundred times
 * as long for a bracket or a line of a list as for a letter.
 */
export function findMarkdownComplexity(text: string): string | undefined {
  if (countUpTo(text, /\n/g, maxLines) > maxLines) return 'has more than 5,000 lines; write several blocks'
  if (countUpTo(text, marks, maxMarks) > maxMarks)
    return 'has more than 20,000 brackets, backticks and other marks; write several blocks'
  if (deepNesting.test(text)) return 'has quotes or lists with 20 or more levels'
  if (estimateParsingSteps(text) <= 8 * text.length + 10_000) return undefined
  return 'has too many brackets, backticks or comments that do not close'
}
