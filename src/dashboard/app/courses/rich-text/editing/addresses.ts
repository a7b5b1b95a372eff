import { InputRule } from 'prosemirror-inputrules'
import type { Command, EditorState, Transaction } from 'prosemirror-state'
import { richTextSchema } from '../document/schema/schema.ts'
import { runAfter } from './commands.ts'

const { marks } = richTextSchema

const address = /(?:^|[\s(*_~])((?:https?:\/\/|www\.)[^\s<]*[^\s<.,;:!?'")\]*_~])[.,;:!?'")\]*_~]*$/i

/** A longer address is not looked for. */
const maxAddressChars = 2000

/** Makes a link of an address before a position: Markdown has a link wherever an address stands. */
function linkBefore({ tr, doc }: EditorState, position: number): Transaction | undefined {
  const { parent, parentOffset } = doc.resolve(position)
  if (parent.type.spec.code) return undefined
  const lineStart = Math.max(parentOffset - maxAddressChars, 0)
  const found = address.exec(parent.textBetween(lineStart, parentOffset, null, ' '))
  if (!found) return undefined
  const text = found[1]!
  const from = position - parentOffset + lineStart + found.index + found[0].indexOf(text)
  const to = from + text.length
  if (doc.rangeHasMark(from, to, marks.link) || doc.rangeHasMark(from, to, marks.mono)) return undefined
  const url = /^www\./i.test(text) ? `http://${text}` : text
  return tr.addMark(from, to, marks.link.create({ url }))
}

/** A space after an address makes it a link. */
export const addressRule = new InputRule(
  /\s$/,
  (state, [space], start) => linkBefore(state, start)?.insertText(space!, start) ?? null,
  { inCodeMark: false },
)

/** Makes a link of the address before the cursor, and then does what the command does. */
export const withLinkBefore =
  (command: Command): Command =>
  (state, dispatch, view) => {
    const linked = state.selection.empty ? linkBefore(state, state.selection.from) : undefined
    return (linked ? runAfter(linked, command) : command)(state, dispatch, view)
  }
