import type { Attrs, MarkType, NodeType } from 'prosemirror-model'
import type { Command, EditorState } from 'prosemirror-state'
import { richTextSchema } from '../document/schema/schema.ts'
import { makeCode, makeHeading, makeParagraph } from './commands.ts'

const { nodes, marks } = richTextSchema

/** Returns whether the cursor or a part of the selection has a mark. */
export function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection
  return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type)
}

/** Returns whether the nearest node around the cursor that is of this type has these attributes. */
export function isInBlock({ selection: { $from } }: EditorState, type: NodeType, attributes: Attrs = {}): boolean {
  for (let { depth } = $from; depth > 0; depth--) {
    const node = $from.node(depth)
    if (node.type === type) return Object.entries(attributes).every(([name, value]) => node.attrs[name] === value)
  }
  return false
}

/** Makes the selected blocks headings of this level, or paragraphs if they are that already. */
export const toggleHeading =
  (level: number): Command =>
  (state, dispatch) =>
    (isInBlock(state, nodes.heading, { level }) ? makeParagraph : makeHeading(level))(state, dispatch)

export const toggleCodeBlock: Command = (state, dispatch) =>
  (isInBlock(state, nodes.code) ? makeParagraph : makeCode)(state, dispatch)

/** Returns the link around the cursor with its range, or the selection without a link. */
export function findLink({ selection, doc }: EditorState): { from: number; to: number; url: string } {
  const { $from, from, to } = selection
  const link = marks.link.isInSet($from.marks()) ?? marks.link.isInSet($from.nodeAfter?.marks ?? [])
  if (!link) return { from, to, url: '' }
  let [start, end] = [from, to]
  const parentStart = $from.start()
  $from.parent.forEach((child, offset) => {
    if (!link.isInSet(child.marks)) return
    const childStart = parentStart + offset
    if (childStart <= from && childStart + child.nodeSize >= from) {
      start = Math.min(start, childStart)
      end = Math.max(end, childStart + child.nodeSize)
    }
  })
  return { from: start, to: doc.resolve(end).pos, url: link.attrs.url }
}

/** Links the selection, or the link around the cursor, to an address. Without a selection, `text` is inserted. */
export const setLink =
  (url: string, text = url): Command =>
  (state, dispatch) => {
    const { from, to } = findLink(state)
    const tr = state.tr.removeMark(from, to, marks.link)
    if (url !== '') {
      const mark = marks.link.create({ url })
      if (from === to) tr.insert(from, richTextSchema.text(text, [mark]))
      else tr.addMark(from, to, mark)
    }
    dispatch?.(tr.scrollIntoView())
    return true
  }
