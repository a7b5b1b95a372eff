import type { Node } from 'prosemirror-model'
import { richTextSchema } from '../schema/schema.ts'
import { normalize } from './normalize.ts'
import { makeRewrite } from './rewrite.ts'

const { nodes } = richTextSchema

function withPlainMarks(node: Node): Node {
  const isPlain = node.marks.every((mark) => (mark.attrs.reference ?? null) === null)
  if (isPlain) return node
  return node.mark(node.marks.map((mark) => mark.type.create({ ...mark.attrs, reference: null })))
}

/**
 * The node without what only says how something is written: the label of a reference, the delimiter of a formula, the tag
 * of a break.
 */
const withoutSpelling = makeRewrite((node) => {
  const plain = withPlainMarks(node)
  switch (plain.type) {
    case nodes.image:
      return nodes.image.create({ ...plain.attrs, reference: null }, null, plain.marks)
    case nodes.inlineMath:
      return nodes.inlineMath.create({ value: plain.attrs.value }, null, plain.marks)
    case nodes.break:
      return nodes.break.create(null, null, plain.marks)
    default:
      return plain
  }
})

const withoutSpacing = makeRewrite((node) =>
  node.type === nodes.list ? nodes.list.create({ ...node.attrs, spread: false }, node.content) : node,
)

const read = (node: Node) => withoutSpelling(normalize(node))

/** Whether two blocks or documents say the same, however they are written. */
export const meansTheSame = (one: Node, other: Node): boolean => read(one).eq(read(other))

/** The same, however much space is between the items of lists. In some places, readers of Markdown see space where none is. */
export const meansTheSameButSpacing = (one: Node, other: Node): boolean =>
  withoutSpacing(read(one)).eq(withoutSpacing(read(other)))
