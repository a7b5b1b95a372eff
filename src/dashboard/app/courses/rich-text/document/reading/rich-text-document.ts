import type { Definition, Nodes, Root } from 'mdast'
import type { Node } from 'prosemirror-model'

/**
 * Where a node stands in the source, in UTF-16 code units. `markdown` is the node of the syntax tree that it comes from;
 * `shift` is how far the source has moved since that was read.
 */
export type SourceRange = {
  readonly start: number
  readonly end: number
  readonly markdown: Nodes
  readonly shift: number
}

/**
 * A text, the document that it reads as, and where each block of the document stands in the text. The range of a cell is
 * that of its content. An empty paragraph that only gives an empty container its content has an empty range.
 */
export type RichTextDocument = {
  readonly source: string
  readonly doc: Node
  readonly ranges: ReadonlyMap<Node, SourceRange>
  readonly definitions: ReadonlyMap<string, Definition>
  readonly tree: Root
  /** The document that this one was written from first; absent if it was read as a whole. Its text shows the style of its author. */
  readonly origin?: RichTextDocument
}
