import type { Code, InlineCode, Nodes } from 'mdast'
import { makeCodeFence } from '../../courses/block/definition/code-fence.ts'
import { joinLinesWithSpaces } from './lines.ts'
import { escapeBracketsBeforeUnsafeUrls, getMarkdownNodeOffsets, type TextEdit } from './links.ts'

const hasActiveMarkup = (code: string) => /<[a-z/!?]/i.test(code) || escapeBracketsBeforeUnsafeUrls(code) !== code

function codeSpan(code: string): string {
  const marks = makeCodeFence(code, 1)
  return `${marks} ${joinLinesWithSpaces(code)} ${marks}`
}

function codeBlock(code: string): string {
  const marks = makeCodeFence(code, 3)
  return `${marks}\n${code}\n${marks}`
}

/**
 * Returns the opening backticks or tildes of a code fence that is never closed, or undefined. An open code fence would
 * turn everything after the fence into code.
 */
function openFence(code: string): string | undefined {
  const marks = /^(?:`{3,}|~{3,})/.exec(code)?.[0]
  if (marks === undefined) return undefined
  const last = code
    .slice(code.lastIndexOf('\n') + 1)
    .replace(/^[ \t>]+/, '')
    .trimEnd()
  const isClosed = code.includes('\n') && last.length >= marks.length && last === marks[0]!.repeat(last.length)
  return isClosed ? undefined : marks
}

/**
 * Returns edits for code that parsers could read differently: a code fence that is never closed, or indented code with
 * markup.
 */
function codeBlockEdits(node: Code, source: string, parent: Nodes | undefined): TextEdit[] {
  const { from, to } = getMarkdownNodeOffsets(node)
  const sent = source.slice(from, to)
  const marks = openFence(sent)
  const isRoot = parent?.type === 'root'
  // A code fence that is never closed gets its closing marks.
  if (marks && isRoot) return [{ from: to, to, text: `${sent.endsWith('\n') ? '' : '\n'}${marks}` }]
  if (marks && node.value === '') return []
  // Indented code with tags or unsafe links needs an edit, because parsers disagree on which indented lines are code.
  if (!marks && (/^(?:```|~~~)/.test(sent) || !hasActiveMarkup(node.value))) return []
  // In a quote or list, a code block becomes a code span.
  return [{ from, to, text: isRoot ? codeBlock(node.value) : codeSpan(node.value) }]
}

/** Returns the characters after the last white space. */
function lastWord(text: string): string {
  let from = text.length
  while (from > 0 && /\S/.test(text[from - 1]!)) from--
  return text.slice(from)
}

/**
 * Returns an edit that adds a space between a bare URL and a code span. Without the space, some parsers would read the
 * code as part of the URL.
 */
function separatedSpan(node: InlineCode, source: string): TextEdit[] {
  const { from } = getMarkdownNodeOffsets(node)
  const word = lastWord(source.slice(Math.max(0, from - 2000), from))
  return /:\/\/|www\.|@/i.test(word) ? [{ from, to: from, text: ' ' }] : []
}

/**
 * Returns edits that make all Markdown parsers agree on which text is code. In quotes and lists, code can lose its line
 * breaks.
 */
export function makeCodeCleanupEdits(node: Nodes, source: string, parent?: Nodes): TextEdit[] {
  if (node.type === 'code') return codeBlockEdits(node, source, parent)
  return node.type === 'inlineCode' ? separatedSpan(node, source) : []
}
