import type { Nodes, PhrasingContent } from 'mdast'
import type { Node } from 'prosemirror-model'
import { findLinePrefix } from '../reading/lines.ts'
import { type InlinePiece, readInline } from '../reading/read-inline.ts'
import type { RichTextDocument, SourceRange } from '../reading/rich-text-document.ts'
import { richTextSchema } from '../schema/schema.ts'
import { type Alignment, alignLines, alignText } from './align.ts'

const { nodes } = richTextSchema

/** Where each position of a block of text begins and ends in the source, and where its content does. */
export type SourceMap = Alignment & { readonly contentStart: number; readonly contentEnd: number }

type Text = { readonly source: string; readonly shift: number }

const startOf = (node: Nodes, { shift }: Text) => node.position!.start.offset! + shift
const endOf = (node: Nodes, { shift }: Text) => node.position!.end.offset! + shift

const isInlineParent = (node: Nodes): node is Nodes & { children: PhrasingContent[] } =>
  node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell'

/** The text nodes of addresses that stand by themselves, in which `\` and `&` are characters. */
function findAddresses(text: Text, children: readonly PhrasingContent[]): ReadonlySet<Nodes> {
  const found = new Set<Nodes>()
  const visit = (node: Nodes): void => {
    if (node.type === 'link' && text.source[startOf(node, text)] !== '[')
      for (const child of node.children) found.add(child)
    else if ('children' in node) for (const child of node.children) visit(child)
  }
  for (const child of children) visit(child)
  return found
}

/** Code in a line: its text stands between the marks as it is. */
function alignMono(written: Text, piece: InlinePiece): Alignment | undefined {
  const { source } = written
  const [start, end] = [startOf(piece.from, written), endOf(piece.from, written)]
  const text = piece.node.text!
  const at = source.slice(start, end).indexOf(text)
  if (at < 0 || source.slice(start, end).indexOf(text, at + 1) >= 0) return undefined
  return alignLines(text, source, start + at, start + at + text.length)
}

function mapLine(document: RichTextDocument, block: Node, range: SourceRange): SourceMap | undefined {
  const { source, definitions } = document
  const { markdown, shift } = range
  if (!isInlineParent(markdown) || markdown.children.length === 0) return undefined
  const prefix = findLinePrefix(source, range.start)
  const quotes = prefix.split('>').length - 1
  const pieces = readInline(markdown.children, { source, shift, definitions, prefix })
  const text = { source, shift }
  const addresses = findAddresses(text, markdown.children)
  const texts = new Map<Nodes, Alignment | undefined>()
  const starts = new Int32Array(block.content.size)
  const ends = new Int32Array(block.content.size)
  let offset = 0
  for (const piece of pieces) {
    const { node, from, valueStart } = piece
    if (from.type === 'text') {
      const written = {
        source,
        start: startOf(from, text),
        end: endOf(from, text),
        quotes,
        isLiteral: addresses.has(from),
      }
      if (!texts.has(from)) texts.set(from, alignText(from.value, written))
      const aligned = texts.get(from)
      if (!aligned) return undefined
      starts.set(aligned.starts.subarray(valueStart, valueStart + node.nodeSize), offset)
      ends.set(aligned.ends.subarray(valueStart, valueStart + node.nodeSize), offset)
    } else if (node.isText) {
      const aligned = alignMono(text, piece)
      if (!aligned) return undefined
      starts.set(aligned.starts, offset)
      ends.set(aligned.ends, offset)
    } else {
      starts[offset] = startOf(from, text)
      ends[offset] = endOf(from, text)
      // The text of the next line begins behind what the containers put before it.
      if (from.type === 'break') while (/[ \t>]/.test(source[ends[offset]!] ?? '')) ends[offset]!++
    }
    offset += node.nodeSize
  }
  const [first, last] = [markdown.children[0]!, markdown.children.at(-1)!]
  return { starts, ends, contentStart: startOf(first, text), contentEnd: endOf(last, text) }
}

function mapCode(source: string, block: Node, { start, end }: SourceRange): SourceMap | undefined {
  const value = block.textContent
  const isFenced = /^(?:```|~~~|\$\$)/.test(source.slice(start, start + 3))
  let contentStart = start
  if (isFenced) {
    while (contentStart < end && source[contentStart] !== '\n' && source[contentStart] !== '\r') contentStart++
    contentStart += source.startsWith('\r\n', contentStart) ? 2 : 1
  }
  const aligned = value === '' ? undefined : alignLines(value, source, contentStart, end)
  return aligned && { ...aligned, contentStart: aligned.starts[0]!, contentEnd: aligned.ends.at(-1)! }
}

/** Finds the text of a block in the source. Returns undefined if the block is empty, or its text cannot be found. */
export function mapSource(document: RichTextDocument, block: Node): SourceMap | undefined {
  const range = document.ranges.get(block)
  if (!range) return undefined
  const isCode = block.type === nodes.code || block.type === nodes.math
  return isCode ? mapCode(document.source, block, range) : mapLine(document, block, range)
}
