import type { AlignType, BlockContent, DefinitionContent, ListItem, RootContent, TableCell, TableRow } from 'mdast'
import type { Node } from 'prosemirror-model'
import { richTextSchema } from '../schema/schema.ts'
import { makeWritten } from './markdown-nodes.ts'
import { type IsDefined, toPhrasing } from './to-phrasing.ts'

const { nodes } = richTextSchema

export type TreeOptions = {
  isDefined: IsDefined
  /** The source of a block that can be printed again as it is; of a paragraph or cell, that of its content. */
  findSource?: (node: Node) => string | undefined
}

const isEmptyParagraph = (block: Node) => block.type === nodes.paragraph && block.content.size === 0

/** Makes the nodes of Markdown that are printed for a block. */
export function toMarkdownTree(block: Node, options: TreeOptions): RootContent {
  const { isDefined, findSource } = options
  const known = findSource?.(block)
  if (known !== undefined && block.type === nodes.paragraph)
    return { type: 'paragraph', children: [makeWritten(known)] }
  if (known !== undefined) return makeWritten(known)
  const children = () =>
    block.children.map((child) => toMarkdownTree(child, options)) as (BlockContent | DefinitionContent)[]
  /** The blocks of a container. An empty paragraph alone has no source. */
  const blocks = () => (block.childCount === 1 && isEmptyParagraph(block.firstChild!) ? [] : children())
  const { attrs } = block
  switch (block.type) {
    case nodes.heading:
      return { type: 'heading', depth: attrs.level, children: toPhrasing(block, isDefined) }
    case nodes.blockquote:
      return { type: 'blockquote', children: blocks() }
    case nodes.list: {
      const { ordered, start, spread } = attrs as { ordered: boolean; start: number; spread: boolean }
      const items = block.children.map((item): ListItem => ({ ...(toMarkdownTree(item, options) as ListItem), spread }))
      return { type: 'list', ordered, start: ordered ? start : null, spread, children: items }
    }
    case nodes.item:
      return { type: 'listItem', checked: attrs.checked, children: blocks() }
    case nodes.code:
      return { type: 'code', lang: attrs.lang, meta: attrs.meta, value: block.textContent }
    case nodes.math:
      return { type: 'math', meta: attrs.meta, value: block.textContent }
    case nodes.rule:
      return { type: 'thematicBreak' }
    case nodes.table: {
      const align = block.firstChild!.children.map((cell): AlignType => cell.attrs.align)
      return { type: 'table', align, children: block.children.map((row) => toRow(row, options)) }
    }
    case nodes.footnote:
      return { type: 'footnoteDefinition', identifier: attrs.label, label: attrs.label, children: blocks() }
    case nodes.rawBlock:
      return makeWritten(attrs.source)
    default:
      return { type: 'paragraph', children: toPhrasing(block, isDefined) }
  }
}

export function toRow(row: Node, options: TreeOptions): TableRow {
  return { type: 'tableRow', children: row.children.map((cell) => toCell(cell, options)) }
}

export function toCell(cell: Node, { isDefined, findSource }: TreeOptions): TableCell {
  const known = findSource?.(cell)
  return { type: 'tableCell', children: known === undefined ? toPhrasing(cell, isDefined) : [makeWritten(known)] }
}
