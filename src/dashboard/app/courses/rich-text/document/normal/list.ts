import type { Node } from 'prosemirror-model'
import { richTextSchema } from '../schema/schema.ts'

const { nodes } = richTextSchema

const closed = new Set([nodes.paragraph, nodes.heading, nodes.code, nodes.math])
const opening = new Set([nodes.heading, nodes.code, nodes.math])

/** Whether two blocks of an item are two without an empty line between them. */
function canTouch(before: Node, after: Node): boolean {
  if (!closed.has(before.type)) return false
  // A list at the start of a quote would have to interrupt the paragraph before the quote.
  if (after.type === nodes.blockquote) return after.firstChild!.type !== nodes.list
  if (after.type !== nodes.list) return opening.has(after.type)
  const isNumbered = after.attrs.ordered && after.attrs.start !== 1
  return !isNumbered && after.firstChild!.textContent !== ''
}

const needsSpace = (item: Node) =>
  item.children.some((child, index) => index > 0 && !canTouch(item.child(index - 1), child))

/** The attributes of a list as Markdown can hold them. One item alone has no space between items. */
export function normalizeList(list: Node): Node {
  const { ordered, start, spread } = list.attrs as { ordered: boolean; start: number; spread: boolean }
  const canSpread = list.childCount > 1 || list.firstChild!.childCount > 1
  const attributes = {
    ordered,
    start: ordered ? Math.min(Math.max(Math.trunc(start), 0), 999_999_999) : 1,
    spread: (spread && canSpread) || list.children.some(needsSpace),
  }
  const isSame = attributes.start === start && attributes.spread === spread
  return isSame ? list : nodes.list.create(attributes, list.content)
}

/** A task begins with text. */
export function normalizeItem(item: Node): Node {
  const isTask = item.attrs.checked !== null
  const first = item.firstChild!
  const canBeTask = first.type === nodes.paragraph && first.content.size > 0
  return isTask && !canBeTask ? nodes.item.create({ checked: null }, item.content) : item
}
