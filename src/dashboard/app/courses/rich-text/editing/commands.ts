import { chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { Fragment, type Node } from 'prosemirror-model'
import { type Command, type EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import { richTextSchema } from '../document/schema/schema.ts'

const { nodes, marks } = richTextSchema

export const toggleEmphasis: Command = toggleMark(marks.em)
export const toggleStrong: Command = toggleMark(marks.strong)
export const toggleStrike: Command = toggleMark(marks.del)
export const toggleMono: Command = toggleMark(marks.mono)

export const makeParagraph: Command = setBlockType(nodes.paragraph)
export const makeCode: Command = setBlockType(nodes.code)
export const makeHeading = (level: number): Command => setBlockType(nodes.heading, { level })

const isInQuote = ({ selection: { $from } }: EditorState): boolean =>
  Array.from({ length: $from.depth }, (_, index) => $from.node(index + 1)).some(({ type }) => type === nodes.blockquote)

export const toggleQuote: Command = (state, dispatch, view) =>
  (isInQuote(state) ? lift : wrapIn(nodes.blockquote))(state, dispatch, view)

/** Inserts a block behind the one with the cursor, or in its place if that is empty, and puts the cursor into it. */
export function insertBlock(block: Node): Command {
  return (state, dispatch) => {
    const { $from, to } = state.selection
    const depth = $from.depth - ($from.parent.type.spec.tableRole ? 2 : 0)
    // A selected block and the cursor beside a block are in no block.
    const below = depth > 0 ? $from.after(depth) : to
    const isReplaced = $from.parent.type === nodes.paragraph && $from.parent.content.size === 0
    const [start, end] = isReplaced ? [$from.before(), $from.after()] : [below, below]
    const content = needsParagraphAfter(state, end, block) ? Fragment.from([block, nodes.paragraph.create()]) : block
    if (dispatch) {
      const transaction = state.tr.replaceWith(start, end, content)
      transaction.setSelection(findSelectionIn(transaction, start, block))
      dispatch(transaction.scrollIntoView())
    }
    return true
  }
}

/** Behind a block without text, one goes on writing. */
const needsParagraphAfter = (state: EditorState, position: number, block: Node) =>
  !block.isTextblock && state.doc.resolve(position).nodeAfter === null

const findSelectionIn = ({ doc }: Transaction, start: number, block: Node): Selection =>
  Selection.near(doc.resolve(block.isLeaf ? start + block.nodeSize : start + 1))

export const insertRule: Command = insertBlock(nodes.rule.create())
export const insertMath: Command = insertBlock(nodes.math.create())

/** Ends the line, not the paragraph. A cell or heading has one line in Markdown, so that the break is a tag. */
export const insertBreak: Command = chainCommands(
  (state, dispatch) => {
    const { $from } = state.selection
    if (!$from.parent.type.spec.code) return false
    dispatch?.(state.tr.insertText('\n').scrollIntoView())
    return true
  },
  (state, dispatch) => {
    const { $from } = state.selection
    if (!$from.parent.inlineContent) return false
    const tag = $from.parent.type === nodes.paragraph ? null : '<br>'
    dispatch?.(state.tr.replaceSelectionWith(nodes.break.create({ tag })).scrollIntoView())
    return true
  },
)

/** Makes a paragraph of a heading or an empty code whose start the cursor is at. */
export const makeParagraphAtStart: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const { parent } = $from
  if (!empty || $from.parentOffset > 0) return false
  const isChanged = parent.type === nodes.heading || (parent.type.spec.code === true && parent.content.size === 0)
  if (isChanged) dispatch?.(state.tr.setBlockType($from.pos, $from.pos, nodes.paragraph).scrollIntoView())
  return isChanged
}

const fence = /^(?:(?:```|~~~)\s*(\S*)|(\$\$))$/

/** Makes code of a paragraph that is a fence such as ```` ```js ````, and a formula of `$$`. */
export const makeCodeOfFence: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const { parent } = $from
  const found = parent.type === nodes.paragraph && empty ? fence.exec(parent.textContent) : null
  if (!found || $from.parentOffset < parent.content.size) return false
  const block = found[2] ? nodes.math.create() : nodes.code.create({ lang: found[1] || null })
  if (!$from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), block.type)) return false
  if (dispatch) {
    const transaction = state.tr.replaceWith($from.before(), $from.after(), block)
    dispatch(transaction.setSelection(TextSelection.create(transaction.doc, $from.before() + 1)).scrollIntoView())
  }
  return true
}

/** Runs a command behind a transaction, and dispatches both as one. */
export function runAfter(first: Transaction, command: Command): Command {
  return (state, dispatch, view) =>
    command(
      state.apply(first),
      dispatch &&
        ((second) => {
          for (const step of second.steps) first.step(step)
          first.setSelection(Selection.fromJSON(first.doc, second.selection.toJSON()))
          dispatch(first.scrollIntoView())
        }),
      view,
    )
}

/** Leaves code by Enter on its last line if that is empty. */
export const leaveCode: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection
  const { parent } = $from
  const isAtEnd = empty && parent.type.spec.code === true && $from.parentOffset === parent.content.size
  if (!isAtEnd || !parent.textContent.endsWith('\n')) return false
  return runAfter(state.tr.delete($from.pos - 1, $from.pos), exitCode)(state, dispatch, view)
}
