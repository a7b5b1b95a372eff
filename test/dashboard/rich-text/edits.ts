import fc, { type Arbitrary } from 'fast-check'
import { Fragment, type Node, type NodeType, Slice } from 'prosemirror-model'
import { liftTarget, Transform } from 'prosemirror-transform'
import { richTextSchema } from '../../../src/dashboard/app/courses/rich-text/document/schema/schema.ts'
import { anyBlock, anyText } from './documents.ts'

const { nodes, marks } = richTextSchema

/** A change that an author can make. Places are numbers from 0 to 1, from the start of the document to its end. */
export type Edit = (transform: Transform) => void

const place = fc.double({ min: 0, max: 1, noNaN: true })
const positionAt = (doc: Node, at: number) => Math.floor(at * doc.content.size)

/** The position in a block of text that is nearest to a place. */
function findText(doc: Node, at: number): number | undefined {
  const target = positionAt(doc, at)
  let found: number | undefined
  doc.descendants((node, start) => {
    if (!node.isTextblock) return true
    const nearest = Math.min(Math.max(target, start + 1), start + 1 + node.content.size)
    if (found === undefined || Math.abs(nearest - target) < Math.abs(found - target)) found = nearest
    return false
  })
  return found
}

const inText =
  (at: number, edit: (transform: Transform, position: number) => void): Edit =>
  (transform) => {
    const position = findText(transform.doc, at)
    if (position !== undefined) edit(transform, position)
  }

const typeText = fc.tuple(place, anyText).map(([at, text]) =>
  inText(at, (transform, position) => {
    const $position = transform.doc.resolve(position)
    const on = $position.parent.type.spec.code ? [] : $position.marks()
    transform.insert(position, richTextSchema.text(text, on))
  }),
)

const deleteText = fc.tuple(place, fc.integer({ min: 1, max: 12 })).map(([at, length]) =>
  inText(at, (transform, position) => {
    const $position = transform.doc.resolve(position)
    transform.delete(position, Math.min(position + length, $position.end()))
  }),
)

const deleteAcrossBlocks = fc.tuple(place, fc.integer({ min: 5, max: 60 })).map(([at, length]) =>
  inText(at, (transform, position) => {
    const end = findText(transform.doc, (position + length) / transform.doc.content.size)
    if (end !== undefined && end > position) transform.deleteRange(position, end)
  }),
)

const toggleMark = fc
  .tuple(
    place,
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom(marks.em, marks.strong, marks.del, marks.mono),
    fc.boolean(),
  )
  .map(([at, length, type, isAdded]) =>
    inText(at, (transform, position) => {
      const end = Math.min(position + length, transform.doc.resolve(position).end())
      if (isAdded) transform.addMark(position, end, type.create())
      else transform.removeMark(position, end, type)
    }),
  )

const splitBlock = fc.tuple(place, fc.boolean()).map(([at, isItem]) =>
  inText(at, (transform, position) => {
    const $position = transform.doc.resolve(position)
    if ($position.parent.type.spec.code || $position.parent.type.spec.tableRole) return
    transform.split(position, isItem && $position.node(-1).type === nodes.item ? 2 : 1)
  }),
)

const joinBlocks = place.map((at) =>
  inText(at, (transform, position) => {
    const before = transform.doc.resolve(position).before()
    if (transform.doc.resolve(before).nodeBefore?.isTextblock) transform.join(before)
  }),
)

const textBlocks: [NodeType, object?][] = [
  [nodes.paragraph],
  [nodes.heading, { level: 2 }],
  [nodes.heading, { level: 4 }],
  [nodes.code, { lang: 'js' }],
]
const changeType = fc
  .tuple(place, fc.constantFrom(...textBlocks))
  .map(([at, [type, attributes]]) =>
    inText(at, (transform, position) => transform.setBlockType(position, position, type, attributes)),
  )

const wrappers: NodeType[][] = [[nodes.blockquote], [nodes.list, nodes.item]]
const wrapBlock = fc.tuple(place, fc.constantFrom(...wrappers)).map(([at, types]) =>
  inText(at, (transform, position) => {
    const range = transform.doc.resolve(position).blockRange()
    if (range)
      transform.wrap(
        range,
        types.map((type) => ({ type })),
      )
  }),
)

const liftBlock = place.map((at) =>
  inText(at, (transform, position) => {
    const range = transform.doc.resolve(position).blockRange()
    const target = range && liftTarget(range)
    if (range && typeof target === 'number') transform.lift(range, target)
  }),
)

const setAttributes = fc.tuple(place, fc.nat(7)).map(
  ([at, choice]): Edit =>
    (transform) => {
      const found: { node: Node; start: number }[] = []
      transform.doc.descendants(
        (node, start) => void (node.isBlock && Object.keys(node.attrs).length > 0 && found.push({ node, start })),
      )
      const target = found[Math.floor(at * found.length)]
      if (!target) return
      const { type } = target.node
      if (type === nodes.item) transform.setNodeAttribute(target.start, 'checked', [null, true, false][choice % 3])
      if (type === nodes.list) transform.setNodeAttribute(target.start, choice % 2 ? 'ordered' : 'spread', choice > 3)
      if (type === nodes.heading) transform.setNodeAttribute(target.start, 'level', (choice % 6) + 1)
      if (type === nodes.code) transform.setNodeAttribute(target.start, 'lang', choice % 2 ? 'ts' : null)
    },
)

const topIndex = (doc: Node, at: number) => Math.min(Math.floor(at * doc.childCount), doc.childCount - 1)
const startOfChild = (doc: Node, index: number) =>
  doc.children.slice(0, index).reduce((size, child) => size + child.nodeSize, 0)

const insertBlock = fc.tuple(place, anyBlock).map(
  ([at, block]): Edit =>
    (transform) => {
      transform.insert(startOfChild(transform.doc, topIndex(transform.doc, at)), block)
    },
)

const deleteBlock = place.map(
  (at): Edit =>
    (transform) => {
      if (transform.doc.childCount < 2) return
      const start = startOfChild(transform.doc, topIndex(transform.doc, at))
      transform.delete(start, start + transform.doc.nodeAt(start)!.nodeSize)
    },
)

const moveBlock = fc.tuple(place, place).map(
  ([from, to]): Edit =>
    (transform) => {
      if (transform.doc.childCount < 2) return
      const block = transform.doc.child(topIndex(transform.doc, from))
      const start = startOfChild(transform.doc, topIndex(transform.doc, from))
      transform.delete(start, start + block.nodeSize)
      const target = startOfChild(transform.doc, topIndex(transform.doc, to))
      transform.replace(target, target, new Slice(Fragment.from(block), 0, 0))
    },
)

export const anyEdit: Arbitrary<Edit> = fc.oneof(
  { weight: 4, arbitrary: typeText },
  { weight: 3, arbitrary: deleteText },
  deleteAcrossBlocks,
  { weight: 2, arbitrary: toggleMark },
  { weight: 2, arbitrary: splitBlock },
  joinBlocks,
  changeType,
  wrapBlock,
  liftBlock,
  setAttributes,
  insertBlock,
  deleteBlock,
  moveBlock,
)

/** Makes the edit, or nothing if the document does not allow it. */
export function applyEdit(doc: Node, edit: Edit): Node {
  const transform = new Transform(doc)
  try {
    edit(transform)
    transform.doc.check()
    return transform.doc
  } catch (error) {
    if (error instanceof RangeError || error instanceof Error) return doc
    throw error
  }
}
