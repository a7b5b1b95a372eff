import type { Code, InlineCode, Nodes } from 'mdast'
import { type Edit, spanOf, withoutSeeds } from './links.ts'

/** Marks that the code itself does not contain. */
function marksFor(code: string, least: number): string {
  const longest = Math.max(least - 1, ...[...code.matchAll(/`+/g)].map(([marks]) => marks.length))
  return '`'.repeat(longest + 1)
}

const couldAct = (code: string) => /<[a-z/!?]/i.test(code) || withoutSeeds(code) !== code

function span(code: string): string {
  const marks = marksFor(code, 1)
  const line = code.replace(/\s*\n\s*/g, ' ')
  return `${marks} ${line} ${marks}`
}

function fence(code: string): string {
  const marks = marksFor(code, 3)
  return `${marks}\n${code}\n${marks}`
}

/** Readers differ on how far code must be set in, so what could act gets marks; in a quote or a list, in one line. */
function marked(node: Code, source: string, parent: Nodes | undefined): Edit[] {
  const { from, to } = spanOf(node)
  if (/^(?:```|~~~)/.test(source.slice(from, to)) || !couldAct(node.value)) return []
  return [{ from, to, text: parent?.type === 'root' ? fence(node.value) : span(node.value) }]
}

/** An address without brackets can take the marks of the span after it into itself. */
function apart(node: InlineCode, source: string): Edit[] {
  const { from } = spanOf(node)
  const before = source.slice(Math.max(0, from - 2000), from)
  return /(?::\/\/|www\.|@)\S*$/i.test(before) ? [{ from, to: from, text: ' ' }] : []
}

/** Code stays to the letter; what is around it is made plain to every reader. */
export function codeEdits(node: Nodes, source: string, parent?: Nodes): Edit[] {
  if (node.type === 'code') return marked(node, source, parent)
  return node.type === 'inlineCode' ? apart(node, source) : []
}
