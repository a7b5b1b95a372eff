import type { Node } from 'prosemirror-model'
import { richTextSchema } from '../schema/schema.ts'

const { nodes } = richTextSchema

const known = new WeakMap<Node, readonly string[]>()

/** The definitions in a block, of which references in other blocks make links. The text of a footnote does not matter to them. */
export function findDefinitionsOf(block: Node): readonly string[] {
  const found = known.get(block)
  if (found) return found
  const made: string[] = []
  if (block.type === nodes.rawBlock && block.attrs.kind === 'definition') made.push(block.attrs.source)
  if (block.type === nodes.footnote) made.push(`[^${block.attrs.label}]: x`)
  for (const child of block.isTextblock ? [] : block.children) made.push(...findDefinitionsOf(child))
  known.set(block, made)
  return made
}

const labelOf = /^ {0,3}\[((?:\\.|[^\\\]])*)\]:/s

/** A label as references are matched to it. */
export const matchableLabel = (label: string): string => label.replace(/\s+/g, ' ').trim().toLowerCase()

/** The labels that a document defines. */
export function findLabels(doc: Node): ReadonlySet<string> {
  const labels = doc.children.flatMap((block) =>
    findDefinitionsOf(block).map((source) => labelOf.exec(source)?.[1] ?? ''),
  )
  return new Set(labels.map(matchableLabel))
}
