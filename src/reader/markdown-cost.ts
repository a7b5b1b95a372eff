import { findMarkdownComplexity } from '../checks/markup/complexity.ts'

// A page is rendered for anybody who asks, so its bounds are lower than those of the checks, and far above usual texts.

const maxChars = 50_000

/** Patterns of what takes a parser long, each with the number of matches that a Markdown text may have. */
const bounds: readonly (readonly [pattern: RegExp, max: number])[] = [
  [/[[\]]/g, 2000],
  [/[<>&`|!\\]/g, 6000],
  // Deep lists: the parser reads the indentation of a line once for each level.
  [/^[ \t]{40,}(?:[-+*]|\d{1,9}[.)])[ \t]/gm, 20],
]

function hasMoreThan(max: number, matches: Iterable<unknown>): boolean {
  let count = 0
  for (const _ of matches) if (++count > max) return true
  return false
}

/** Whether HTML has too many elements to be sanitized quickly. */
export const isTooComplexHtml = (text: string): boolean =>
  text.length > maxChars || findMarkdownComplexity(text) !== undefined

/** Whether a Markdown text takes too long to convert to HTML. */
export const isTooComplexMarkdown = (text: string): boolean =>
  isTooComplexHtml(text) || bounds.some(([pattern, max]) => hasMoreThan(max, text.matchAll(pattern)))

const emphasisMarks = /[*_~]+/g
/** A parser compares each mark of emphasis with those before it in its paragraph: the sum of the squares is bounded. */
const maxEmphasisSteps = 250_000

/** Whether the marks of emphasis in a text, such as `*` and `~~`, take too long to pair. */
export function hasTooManyEmphasisMarks(markdown: string): boolean {
  let steps = 0
  for (const paragraph of markdown.split(/\n[ \t>]*(?=\n)/)) {
    const count = paragraph.match(emphasisMarks)?.length ?? 0
    steps += count * count
  }
  return steps > maxEmphasisSteps
}

/** An event of the parser: the start or the end of a part of the text. */
type Event = readonly [kind: 'enter' | 'exit', token: Token, ...rest: unknown[]]
type Token = { type: string; start: { offset: number }; end: { offset: number } }

/**
 * Whether references repeat long definitions, so that the HTML is many times as long as the text. `[a]` repeats the address
 * and the title of `[a]: address "title"`.
 */
export function repeatsTooMuch(events: readonly Event[], textLength: number): boolean {
  let longest = 0
  let references = 0
  for (const [kind, { type, start, end }] of events) {
    if (kind !== 'enter') continue
    if (type === 'definition') longest = Math.max(longest, end.offset - start.offset)
    else if (type === 'link' || type === 'image') references++
  }
  return references * longest > 8 * textLength + 20_000
}
