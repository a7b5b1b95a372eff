import { Fragment, type Node, type Slice } from 'prosemirror-model'
import { normalize } from '../normal/normalize.ts'
import { printMarkdown } from '../printing/print.ts'
import { printText } from '../printing/print-text.ts'
import { defaultStyle } from '../printing/style.ts'
import { toMarkdownTree } from '../printing/to-markdown-tree.ts'
import { toPhrasing } from '../printing/to-phrasing.ts'
import { richTextSchema } from '../schema/schema.ts'

const { nodes } = richTextSchema

/** A reference has no definition where it is pasted. */
const isDefined = () => false

/** Content that stands in no document by itself, such as rows, in what it belongs to. */
function wrap(content: Fragment): Fragment {
  switch (content.firstChild?.type) {
    case nodes.item:
      return Fragment.from(nodes.list.create(null, content))
    case nodes.row:
      return Fragment.from(nodes.table.create(null, content))
    case nodes.cell:
    case nodes.headerCell:
      return wrap(Fragment.from(nodes.row.create(null, content)))
    default:
      return content
  }
}

/** The block of text that a selection is a part of. */
function findPartOfBlock({ content, openStart, openEnd }: Slice): Node | undefined {
  let [node, depth] = [content.firstChild, 1]
  for (let only = content.childCount === 1; node && only && !node.isTextblock; depth++) {
    only = node.childCount === 1
    node = node.firstChild
  }
  const isPart = content.childCount === 1 && node?.isTextblock && depth <= Math.min(openStart, openEnd)
  return (isPart && node) || undefined
}

function printLine(block: Node): string {
  if (block.type.spec.code) return block.textContent
  const paragraph = normalize(nodes.paragraph.create(null, block.content))
  return printMarkdown({ type: 'paragraph', children: toPhrasing(paragraph, isDefined) }, defaultStyle, 'plain')
}

/** Prints what is copied as Markdown, for programs that take plain text. */
export function printSlice(slice: Slice): string {
  const part = findPartOfBlock(slice)
  if (part) return printLine(part)
  const first = slice.content.firstChild
  if (!first) return ''
  if (first.isInline) return printLine(nodes.paragraph.create(null, slice.content))
  const doc = normalize(nodes.doc.create(null, wrap(slice.content)))
  const findSource = (block: Node) => printText(block, defaultStyle, isDefined)
  const children = doc.children.map((block) => toMarkdownTree(block, { isDefined, findSource }))
  return printMarkdown({ type: 'root', children }, defaultStyle, 'safe')
}
