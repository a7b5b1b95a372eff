import { estimateMarkdownParsingSteps } from './parsing-steps.ts'

const maxLines = 5000
const maxMarks = 20_000
const maxNesting = 20

const format = (count: number) => count.toLocaleString('en')

/**
 * Matches a line with `maxNesting` or more nested quotes or lists. Markdown parsers take quadratic time for such a
 * line.
 */
const deepNesting = new RegExp(`^(?:[ \\t]*(?:>|[-+*](?=\\s)|\\d{1,9}[.)](?=\\s))){${maxNesting},}`, 'm')
const marks = /[[\]<>&`|!\\]/g

const tags = /</g

/** Returns why an HTML text would take too long to parse, or undefined if the text is simple enough. */
export const findHtmlComplexityProblem = (text: string): string | undefined =>
  countUpTo(text, tags, maxMarks) > maxMarks
    ? `has more than ${format(maxMarks)} tags; write several blocks`
    : undefined

/** Counts the matches of a pattern in a text. Stops counting at `max + 1`. */
function countUpTo(text: string, pattern: RegExp, max: number): number {
  let count = 0
  for (const _ of text.matchAll(pattern)) if (++count > max) return count
  return count
}

/**
 * Returns why a Markdown text would take too long to parse, or undefined. A bracket can take a hundred times as long as
 * a letter.
 */
export function findMarkdownComplexityProblem(text: string): string | undefined {
  if (countUpTo(text, /\n/g, maxLines) > maxLines)
    return `has more than ${format(maxLines)} lines; write several blocks`
  if (countUpTo(text, marks, maxMarks) > maxMarks)
    return `has more than ${format(maxMarks)} brackets, backticks and other marks; write several blocks`
  if (deepNesting.test(text)) return `has quotes or lists with ${maxNesting} or more levels`
  if (estimateMarkdownParsingSteps(text) <= 8 * text.length + 10_000) return undefined
  return 'has too many brackets, backticks or comments that do not close'
}
