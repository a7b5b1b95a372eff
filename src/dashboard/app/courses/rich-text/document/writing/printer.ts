import type { Root, RootContent } from 'mdast'
import type { Node } from 'prosemirror-model'
import { normalize } from '../normal/normalize.ts'
import { printMarkdown } from '../printing/print.ts'
import { printText } from '../printing/print-text.ts'
import { findStyle, type StyledText, type WritingStyle } from '../printing/style.ts'
import { type TreeOptions, toCell, toMarkdownTree, toRow } from '../printing/to-markdown-tree.ts'
import type { IsDefined } from '../printing/to-phrasing.ts'
import { findLinePrefix, removePrefix } from '../reading/lines.ts'
import type { RichTextDocument } from '../reading/rich-text-document.ts'
import { richTextSchema } from '../schema/schema.ts'

const { nodes } = richTextSchema

export type PrinterOptions = {
  /** `sparing` escapes only where a block of text does not read back without; the others as `PrintMode` says. */
  mode: 'sparing' | 'safe' | 'encoded'
  /** Whether a block that stands in the old blocks is printed as its source. */
  reusesSource: boolean
  isDefined: IsDefined
  /** What differs from the style of the old blocks. */
  style?: Partial<WritingStyle>
}

/** Prints blocks in the style of what they replace. */
export type Printer = {
  readonly style: WritingStyle
  printBlocks(blocks: readonly Node[]): string
  printItem(item: Node, list: Node, number: number): string
  printRow(row: Node): string
  printCell(cell: Node): string
  /** The printer in the style of one of the old blocks, or of a block in them. */
  like(block: Node): Printer
}

/** Blocks whose source is the same in another place. An item has a mark that belongs to its list. */
const reusable = new Set([
  nodes.paragraph,
  nodes.heading,
  nodes.code,
  nodes.math,
  nodes.table,
  nodes.cell,
  nodes.headerCell,
])

/** Finds the source of blocks that are below `blocks`. */
function makeSourceFinder(
  { source, ranges }: RichTextDocument,
  blocks: readonly Node[],
): (node: Node) => string | undefined {
  const written = new Map<string, Node[]>()
  const keyOf = (node: Node) => `${node.type.name} ${node.textContent}`
  const add = (node: Node): void => {
    if (reusable.has(node.type) && ranges.has(node))
      written.set(keyOf(node), [...(written.get(keyOf(node)) ?? []), node])
    for (const child of node.children) if (child.isBlock) add(child)
  }
  for (const block of blocks) add(block)
  return (node) => {
    if (!reusable.has(node.type)) return undefined
    const found = written
      .get(keyOf(node))
      ?.find((one) => normalize(one).content.eq(node.content) && one.sameMarkup(node))
    if (!found || found.content.size === 0) return undefined
    const { start, end } = ranges.get(found)!
    return removePrefix(source.slice(start, end), findLinePrefix(source, start))
  }
}

/** The blocks as the texts that show their style. */
function findWritten({ source, ranges }: RichTextDocument, blocks: readonly Node[]): StyledText[] {
  return blocks.flatMap((block) => {
    const range = ranges.get(block)
    return range ? [{ tree: range.markdown, source, shift: range.shift }] : []
  })
}

/** Makes a printer for what replaces `old`, or stands beside it. */
export function makePrinter(document: RichTextDocument, old: readonly Node[], options: PrinterOptions): Printer {
  const { mode, isDefined, reusesSource } = options
  const style = {
    ...findStyle({ ...(document.origin ?? document), shift: 0 }, findWritten(document, old)),
    ...options.style,
  }
  const findOldSource = reusesSource ? makeSourceFinder(document, old) : undefined
  const findSource = (block: Node) =>
    findOldSource?.(block) ?? (mode === 'sparing' ? printText(block, style, isDefined) : undefined)
  const treeOptions: TreeOptions = { isDefined, findSource }
  const printMode = mode === 'sparing' ? 'safe' : mode
  const printRoot = (children: RootContent[]) =>
    printMarkdown({ type: 'root', children } satisfies Root, style, printMode)
  return {
    style,
    printBlocks: (blocks) => printRoot(blocks.map((block) => toMarkdownTree(block, treeOptions))),
    printItem(item, list, number) {
      const alone = nodes.list.create({ ...list.attrs, start: number }, item)
      return printRoot([toMarkdownTree(alone, treeOptions)])
    },
    printRow(row) {
      const table = printRoot([{ type: 'table', children: [toRow(row, treeOptions)] }])
      return table.slice(0, table.indexOf('\n'))
    },
    printCell: (cell) => printMarkdown(toCell(cell, treeOptions), style, printMode),
    like: (block) => makePrinter(document, [block, ...old], options),
  }
}
