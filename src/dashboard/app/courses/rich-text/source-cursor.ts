import type { Node } from 'prosemirror-model'
import type { RichTextDocument } from './document/reading/rich-text-document.ts'
import { mapSource } from './document/writing/source-map.ts'

/**
 * Returns where the text before a position of the document ends in the Markdown. The position can be behind the end: the
 * editor also shows what is not in the Markdown yet, such as a picture that is being uploaded.
 */
export function findSourceOffset(document: RichTextDocument, position: number): number {
  const at = document.doc.resolve(Math.min(position, document.doc.content.size))
  const map = mapSource(document, at.parent)
  if (map) return at.parentOffset === 0 ? map.contentStart : (map.ends[at.parentOffset - 1] ?? map.contentEnd)
  for (let depth = at.depth; depth > 0; depth--) {
    const range = document.ranges.get(at.node(depth))
    if (range) return range.end
  }
  return at.index(0) === 0 ? 0 : document.source.length
}

/** Returns the position of the document that is next to a place in the Markdown. */
export function findPosition(document: RichTextDocument, offset: number): number {
  let found: { block: Node; position: number } | undefined
  document.doc.descendants((node, position) => {
    const start = document.ranges.get(node)?.start ?? Number.POSITIVE_INFINITY
    if (node.isTextblock && (start <= offset || !found)) found = { block: node, position }
    return !node.isTextblock
  })
  if (!found) return 0
  const { block, position } = found
  const ends = mapSource(document, block)?.ends
  const index = ends?.findIndex((end) => end > offset) ?? -1
  return position + 1 + (index < 0 ? block.content.size : index)
}
