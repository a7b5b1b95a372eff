import type { Nodes, PhrasingContent, Root, RootContent, Table, TableCell } from 'mdast'
import type { Node } from 'prosemirror-model'
import { readMarkdown } from '../../../../../../markup/read-markdown.ts'
import { richTextSchema } from '../schema/schema.ts'
import { findDefinitions } from './definitions.ts'
import { findLinePrefix, removePrefix, withLineFeeds } from './lines.ts'
import { readInline } from './read-inline.ts'
import type { RichTextDocument, SourceRange } from './rich-text-document.ts'

const { nodes, marks } = richTextSchema

const byteOrderMark = '\uFEFF'

/** Moves all positions of a tree by one character. */
function shiftByOne(node: Nodes): void {
  if (node.position) {
    node.position.start.offset! += 1
    node.position.end.offset! += 1
  }
  if ('children' in node) for (const child of node.children) shiftByOne(child)
}

/** The parser passes over a byte order mark, and does not count it. */
function parse(source: string): Root {
  if (!source.startsWith(byteOrderMark)) return readMarkdown(source, 'text')
  const tree = readMarkdown(source.slice(1), 'text')
  shiftByOne(tree)
  return tree
}

/** Where the content of a cell stands. In an empty cell, that is behind the bar and a space. */
function findCellContent(source: string, cell: TableCell): { start: number; end: number } {
  const [first, last] = [cell.children[0], cell.children.at(-1)]
  if (first && last) return { start: first.position!.start.offset!, end: last.position!.end.offset! }
  let start = cell.position!.start.offset!
  if (source[start] === '|') start++
  if (source[start] === ' ') start++
  return { start, end: start }
}

/** Spaces alone, which are written with character references. A paragraph of them cannot be told from none. */
const isBlank = (content: readonly Node[]) =>
  content.every((node) => node.isText && /^[ \t]*$/.test(node.text!) && !marks.mono.isInSet(node.marks))

/** Reads Markdown as a document, with the parser that shows it to learners. Writing what has been read changes nothing. */
export function readDocument(source: string): RichTextDocument {
  const tree = parse(source)
  const definitions = findDefinitions(tree)
  const ranges = new Map<Node, SourceRange>()

  function note(node: Node, markdown: Nodes, range?: { start: number; end: number }): Node {
    const { start, end } = range ?? { start: markdown.position!.start.offset!, end: markdown.position!.end.offset! }
    ranges.set(node, { start, end, markdown, shift: 0 })
    return node
  }

  function readLine(children: readonly PhrasingContent[], start: number): Node[] {
    const context = { source, shift: 0, definitions, prefix: findLinePrefix(source, start) }
    return readInline(children, context).map(({ node }) => node)
  }

  /** Reads the blocks of a container, which has at least an empty paragraph. */
  function readBlocks(parent: Nodes & { children: readonly Nodes[] }): Node[] {
    if (parent.children.length > 0) return parent.children.map((child) => readBlock(child as RootContent))
    const { offset } = parent.position!.end
    return [note(nodes.paragraph.create(), parent, { start: offset!, end: offset! })]
  }

  function readRaw(markdown: RootContent): Node {
    const { start, end } = markdown.position!
    const written =
      markdown.type === 'html'
        ? withLineFeeds(markdown.value)
        : removePrefix(source.slice(start.offset, end.offset), findLinePrefix(source, start.offset!))
    return nodes.rawBlock.create({ source: written, kind: markdown.type })
  }

  /** A row has as many cells as the first one. Learners see no more of them. */
  function readTable(table: Table): Node {
    const align = table.align ?? []
    const rows = table.children.map((row, index) => {
      const cells = Array.from({ length: table.children[0]!.children.length }, (_, column) => {
        const type = index === 0 ? nodes.headerCell : nodes.cell
        const attributes = { align: align[column] ?? null }
        const cell = row.children[column]
        if (!cell) return type.create(attributes)
        const range = findCellContent(source, cell)
        return note(type.create(attributes, readLine(cell.children, range.start)), cell, range)
      })
      return note(nodes.row.create(null, cells), row)
    })
    return nodes.table.create(null, rows)
  }

  function makeBlock(markdown: RootContent): Node {
    const start = markdown.position!.start.offset!
    switch (markdown.type) {
      case 'paragraph': {
        const content = readLine(markdown.children, start)
        return isBlank(content) ? readRaw(markdown) : nodes.paragraph.create(null, content)
      }
      case 'heading':
        return nodes.heading.create({ level: markdown.depth }, readLine(markdown.children, start))
      case 'blockquote':
        return nodes.blockquote.create(null, readBlocks(markdown))
      case 'list': {
        const items = markdown.children.map((item) =>
          note(nodes.item.create({ checked: item.checked ?? null }, readBlocks(item)), item),
        )
        const spread = markdown.spread || markdown.children.some((item) => item.spread)
        return nodes.list.create(
          { ordered: markdown.ordered, start: markdown.start ?? 1, spread: spread ?? false },
          items,
        )
      }
      case 'code': {
        const { lang = null, meta = null } = markdown
        const value = withLineFeeds(markdown.value)
        return nodes.code.create({ lang, meta }, value ? richTextSchema.text(value) : null)
      }
      case 'math': {
        const value = withLineFeeds(markdown.value)
        return nodes.math.create({ meta: markdown.meta ?? null }, value ? richTextSchema.text(value) : null)
      }
      case 'thematicBreak':
        return nodes.rule.create()
      case 'table':
        return readTable(markdown)
      case 'footnoteDefinition':
        return nodes.footnote.create({ label: markdown.label ?? markdown.identifier }, readBlocks(markdown))
      default:
        return readRaw(markdown)
    }
  }

  const readBlock = (markdown: RootContent): Node => note(makeBlock(markdown), markdown)

  const start = source.startsWith(byteOrderMark) ? 1 : 0
  const content =
    tree.children.length > 0 ? readBlocks(tree) : [note(nodes.paragraph.create(), tree, { start, end: start })]
  const doc = note(nodes.doc.create(null, content), tree, { start, end: source.length })
  return { source, doc, ranges, definitions, tree }
}
