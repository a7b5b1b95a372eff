import { Fragment, type Node } from 'prosemirror-model'
import { withLineFeeds } from '../reading/lines.ts'
import { richTextSchema } from '../schema/schema.ts'
import { normalizeLine } from './line.ts'
import { normalizeItem, normalizeList } from './list.ts'
import { normalizeTable } from './table.ts'

const { nodes } = richTextSchema

const known = new WeakMap<Node, Node>()

const isEmptyParagraph = (node: Node) => node.type === nodes.paragraph && node.content.size === 0

/** A container without its empty paragraphs, of which it keeps one if it has nothing else. */
function normalizeBlocks(parent: Node): Node {
  const content = parent.children.map(normalize)
  const kept = parent.type === nodes.list ? content : content.filter((child) => !isEmptyParagraph(child))
  if (kept.length === 0) kept.push(content[0]!)
  const isSame = kept.length === parent.childCount && kept.every((child, index) => child === parent.child(index))
  return isSame ? parent : parent.copy(Fragment.from(kept))
}

function normalizeCode(block: Node): Node {
  const text = withLineFeeds(block.textContent).replaceAll('\0', '\uFFFD')
  const content = text === block.textContent ? block.content : Fragment.from(richTextSchema.text(text))
  const oneLine = (value: string | null) => value?.replaceAll('\0', '\uFFFD').replace(/\s+/g, ' ').trim() || null
  const meta = oneLine(block.attrs.meta)
  if (block.type === nodes.math)
    return meta === block.attrs.meta && content === block.content ? block : nodes.math.create({ meta }, content)
  const [lang = null, ...others] = oneLine(block.attrs.lang)?.split(' ') ?? []
  const attributes =
    lang === null ? { lang, meta: null } : { lang, meta: [...others, ...(meta ? [meta] : [])].join(' ') || null }
  const isSame =
    content === block.content && attributes.lang === block.attrs.lang && attributes.meta === block.attrs.meta
  return isSame ? block : nodes.code.create(attributes, content)
}

function normalizeRaw(block: Node): Node {
  const source = withLineFeeds(block.attrs.source)
  return source === block.attrs.source ? block : nodes.rawBlock.create({ ...block.attrs, source })
}

function make(node: Node): Node {
  switch (node.type) {
    case nodes.paragraph:
    case nodes.heading:
    case nodes.cell:
    case nodes.headerCell:
      return normalizeLine(node)
    case nodes.code:
    case nodes.math:
      return normalizeCode(node)
    case nodes.table:
      return normalizeTable(node)
    case nodes.list:
      return normalizeList(normalizeBlocks(node))
    case nodes.item:
      return normalizeItem(normalizeBlocks(node))
    case nodes.rawBlock:
      return normalizeRaw(node)
    default:
      return node.isLeaf ? node : normalizeBlocks(node)
  }
}

/**
 * The block or document as Markdown can hold it. What one sees is the same, but for spaces and empty paragraphs that have
 * no source. Equal nodes are the same object where nothing changed.
 */
export function normalize(node: Node): Node {
  const found = known.get(node)
  if (found) return found
  const made = make(node)
  known.set(node, made)
  known.set(made, made)
  return made
}
