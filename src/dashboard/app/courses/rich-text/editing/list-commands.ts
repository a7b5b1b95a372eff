import type { Node, ResolvedPos } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { richTextSchema } from '../document/schema/schema.ts'

const { nodes } = richTextSchema

type Found = { node: Node; position: number }

/** The innermost node of a type around a position. */
function findAround($position: ResolvedPos, type: Node['type']): Found | undefined {
  for (let depth = $position.depth; depth > 0; depth--)
    if ($position.node(depth).type === type) return { node: $position.node(depth), position: $position.before(depth) }
  return undefined
}

const findItem = ({ selection }: EditorState) => findAround(selection.$from, nodes.item)
const findList = ({ selection }: EditorState) => findAround(selection.$from, nodes.list)

export const liftItem: Command = liftListItem(nodes.item)

/** Makes a list of the blocks; of a list of the other kind, one of this kind; and of one of this kind, paragraphs. */
export const toggleList =
  (ordered: boolean): Command =>
  (state, dispatch, view) => {
    const list = findList(state)
    if (!list) return wrapInList(nodes.list, { ordered })(state, dispatch, view)
    if (list.node.attrs.ordered === ordered) return liftItem(state, dispatch, view)
    dispatch?.(state.tr.setNodeMarkup(list.position, null, { ...list.node.attrs, ordered, start: 1 }))
    return true
  }

/** Makes a task of the item, or an item of the task. */
export const toggleTask: Command = (state, dispatch, view) => {
  const item = findItem(state)
  if (item) {
    const checked = item.node.attrs.checked === null ? false : null
    dispatch?.(state.tr.setNodeAttribute(item.position, 'checked', checked))
    return true
  }
  return wrapInList(nodes.list)(
    state,
    dispatch &&
      ((transaction) => {
        const found = findAround(transaction.selection.$from, nodes.item)
        dispatch(found ? transaction.setNodeAttribute(found.position, 'checked', false) : transaction)
      }),
    view,
  )
}

/** Ticks the task at a position, or takes the tick away. */
export const tickTask =
  (position: number): Command =>
  (state, dispatch) => {
    const item = state.doc.nodeAt(position)
    if (item?.type !== nodes.item || item.attrs.checked === null) return false
    dispatch?.(state.tr.setNodeAttribute(position, 'checked', !item.attrs.checked))
    return true
  }

/** Makes the next item, an open task after a task. In an empty item, leaves the list. */
export const splitItem: Command = (state, dispatch, view) => {
  const item = findItem(state)
  if (!item || state.selection.$from.parent.type !== nodes.paragraph) return false
  const checked = item.node.attrs.checked === null ? null : false
  if (splitListItem(nodes.item, { checked })(state, dispatch, view)) return true
  return state.selection.$from.parent.content.size === 0 && liftItem(state, dispatch, view)
}

/** Puts the item below the one before it, into a list of the same kind. */
export const sinkItem: Command = (state, dispatch, view) => {
  const list = findList(state)
  if (!list) return false
  return sinkListItem(nodes.item)(
    state,
    dispatch &&
      ((transaction) => {
        const made = findAround(transaction.selection.$from, nodes.list)
        const isNew = made?.node.childCount === 1 && made.node.attrs.ordered !== list.node.attrs.ordered
        dispatch(isNew ? transaction.setNodeAttribute(made.position, 'ordered', list.node.attrs.ordered) : transaction)
      }),
    view,
  )
}

/** At the start of an item, takes it out of its list. */
export const liftItemAtStart: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection
  const item = findItem(state)
  const isAtStart = empty && item !== undefined && $from.pos === item.position + 2
  return isAtStart && liftItem(state, dispatch, view)
}
