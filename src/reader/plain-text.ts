import type { Nodes } from 'mdast'
import { toString as toText } from 'mdast-util-to-string'
import { isTooComplexMarkdown } from '../markup/markdown-cost.ts'
import { readMarkdown } from '../markup/read-markdown.ts'

/** An excerpt is made of the first characters of a text. */
const maxChars = 20_000

/** The nodes whose children are on one line. */
const lines: ReadonlySet<string> = new Set(['paragraph', 'heading', 'tableCell'])

const listLines = (node: Nodes): string[] =>
  'children' in node && !lines.has(node.type)
    ? node.children.flatMap(listLines)
    : [toText(node, { includeHtml: false })]

/** Returns Markdown as text without marks, or as it is written if reading it would take too long. */
export function toPlainText(markdown: string): string {
  const text = markdown.slice(0, maxChars)
  if (isTooComplexMarkdown(text)) return text
  return listLines(readMarkdown(text, 'text')).filter(Boolean).join('\n')
}
