import type { Nodes, Root } from 'mdast'
import { findMarkdownComplexityProblem } from './complexity.ts'

// These limits are lower than the limits of the checks on a course, because even anonymous readers can request a page.

const maxChars = 50_000

/** Patterns in Markdown that a parser needs a long time for. Each pattern has a maximum number of matches in a text. */
const bounds: readonly (readonly [pattern: RegExp, max: number])[] = [
  [/[[\]]/g, 2000],
  [/[<>&`|!\\]/g, 6000],
  // Matches deeply nested list items. The parser reads the indentation of a line once for each level of nesting.
  [/^[ \t]{40,}(?:[-+*]|\d{1,9}[.)])[ \t]/gm, 20],
]

function hasMoreThan(max: number, matches: Iterable<unknown>): boolean {
  let count = 0
  for (const _ of matches) if (++count > max) return true
  return false
}

/** Returns whether an HTML text takes too long to sanitize. */
export const isTooComplexHtml = (text: string): boolean =>
  text.length > maxChars || findMarkdownComplexityProblem(text) !== undefined

/** Returns whether a Markdown text takes too long to convert to HTML. */
export const isTooComplexMarkdown = (text: string): boolean =>
  isTooComplexHtml(text) || bounds.some(([pattern, max]) => hasMoreThan(max, text.matchAll(pattern)))

/** Marks of emphasis, as the parser reads them: a mark ends where another character begins. */
const emphasisMarks = /\*+|_+|~+/g

/**
 * Returns whether a text contains so many emphasis marks, such as `*` and `~~`, that matching them takes too long. A
 * parser compares each mark with all earlier marks of the same paragraph.
 */
export function hasTooManyEmphasisMarks(markdown: string): boolean {
  let steps = 0
  for (const paragraph of markdown.split(/\n[ \t>]*(?=\n)/)) {
    const count = paragraph.match(emphasisMarks)?.length ?? 0
    steps += count * count
  }
  return steps > 8 * markdown.length + 40_000
}

/**
 * Returns whether references make the HTML far longer than the Markdown. Each reference repeats the address and the
 * title of its definition.
 */
export function referencesMakeHtmlTooLong(tree: Root, textLength: number): boolean {
  let longest = 0
  let references = 0
  const visit = (node: Nodes): void => {
    if (node.type === 'definition') longest = Math.max(longest, node.url.length + (node.title?.length ?? 0))
    else if (node.type === 'linkReference' || node.type === 'imageReference') references++
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(tree)
  return references * longest > 8 * textLength + 20_000
}
