import type { Node } from 'prosemirror-model'
import { normalize } from '../normal/normalize.ts'
import { withLineFeeds } from '../reading/lines.ts'
import { readDocument } from '../reading/read.ts'
import { richTextSchema } from '../schema/schema.ts'

const { nodes } = richTextSchema

const structured = new Set([nodes.list, nodes.heading, nodes.table, nodes.blockquote, nodes.math, nodes.footnote])

/** Whether the text is Markdown by its blocks. Lines that are indented are no code here. */
function hasStructure(doc: Node, text: string): boolean {
  return doc.children.some(
    (block) => structured.has(block.type) || (block.type === nodes.code && /^ {0,3}(?:```|~~~)/m.test(text)),
  )
}

/** Paragraphs as they are written: each line ends where it ends. */
function readLines(text: string): Node[] {
  return text.split(/\n[ \t]*\n/).flatMap((part) => {
    const lines = part.split('\n').filter((line) => line.trim() !== '')
    const content = lines.flatMap((line, index) => [
      ...(index > 0 ? [nodes.break.create()] : []),
      richTextSchema.text(line.trim()),
    ])
    return content.length > 0 ? [nodes.paragraph.create(null, content)] : []
  })
}

/**
 * Reads plain text of the clipboard as blocks. Text with a list, heading, table or code is Markdown; in other text, lines
 * and paragraphs stay what they are. Returns undefined for a text of one line, which is a part of a paragraph.
 */
export function readPastedText(text: string): Node[] | undefined {
  const lines = withLineFeeds(text).replace(/^\n+|\s+$/g, '')
  if (lines === '') return undefined
  const doc = normalize(readDocument(lines).doc)
  if (hasStructure(doc, lines)) return [...doc.children]
  return lines.includes('\n') ? readLines(lines) : undefined
}
