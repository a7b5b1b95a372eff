import { closeHistory } from 'prosemirror-history'
import { Fragment, type Node, type NodeType, Slice } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { normalize } from '../document/normal/normalize.ts'
import { readDocument } from '../document/reading/read.ts'
import { richTextSchema } from '../document/schema/schema.ts'

const { nodes } = richTextSchema

/** A part of the document: text in one block, items of a list, or blocks. */
export type Range = { from: number; to: number }

type ChangedPart = Range & { old: Slice }
const key = new PluginKey<ChangedPart | undefined>('text change')

/** Marks the part of the text that is being changed, and follows it when the author writes elsewhere. */
export const textChangePlugin = (): Plugin<ChangedPart | undefined> =>
  new Plugin<ChangedPart | undefined>({
    key,
    state: {
      init: () => undefined,
      apply(tr, value) {
        const set: ChangedPart | null | undefined = tr.getMeta(key)
        if (set !== undefined) return set ?? undefined
        return value && { ...value, from: tr.mapping.map(value.from, 1), to: tr.mapping.map(value.to, -1) }
      },
    },
    props: {
      decorations(state) {
        const part = key.getState(state)
        return part && DecorationSet.create(state.doc, [Decoration.inline(part.from, part.to, { 'data-changing': '' })])
      },
    },
  })

const isHolder = ({ type }: Node) => type === nodes.doc || type === nodes.list

/**
 * Returns the part of the document that is changed: the selected text without the spaces around it, or if it is in several
 * blocks or in code, these blocks or items. Without a selection, it is the whole document.
 */
export function findChangedRange({ doc, selection }: EditorState): Range {
  const { $from, $to, from, to, empty } = selection
  if (empty) return { from: 0, to: doc.content.size }
  if ($from.sameParent($to) && $from.parent.inlineContent && !$from.parent.type.spec.code) {
    const text = doc.textBetween(from, to, '\n', '\ufffc')
    const [before, after] = [text.length - text.trimStart().length, text.length - text.trimEnd().length]
    return text.trim() === '' ? { from, to } : { from: from + before, to: to - after }
  }
  const range = $from.blockRange($to, isHolder)
  return range ? { from: range.start, to: range.end } : { from: 0, to: doc.content.size }
}

export const beginTextChange = ({ tr, doc }: EditorState, { from, to }: Range): Transaction =>
  tr.setMeta(key, { from, to, old: doc.slice(from, to) } satisfies ChangedPart)

export const endTextChange = (tr: Transaction): Transaction => tr.setMeta(key, null)

/** Returns the text of all blocks on one line. */
function joinLines(doc: Node): Node[] {
  const joined: Node[] = []
  doc.descendants((node) => {
    if (node.isTextblock) joined.push(...(joined.length > 0 ? [richTextSchema.text(' ')] : []), ...node.children)
    return !node.isTextblock
  })
  return joined
}

/** Replaces text in a block. A paragraph can become several blocks; a heading or cell stays one line. */
function replaceText(tr: Transaction, { from, to }: Range, doc: Node, parent: NodeType): void {
  const first = doc.firstChild
  const isOneLine = doc.childCount === 1 && first?.isTextblock === true && !first.type.spec.code
  if (isOneLine || parent !== nodes.paragraph) tr.replaceWith(from, to, joinLines(doc))
  else {
    const isLine = (node: Node | null) => (node?.type === nodes.paragraph ? 1 : 0)
    tr.replaceRange(from, to, new Slice(doc.content, isLine(first), isLine(doc.lastChild)))
  }
}

/** Returns the items of a list in Markdown. What is no list becomes one item. */
const readItems = (doc: Node): Fragment =>
  doc.childCount === 1 && doc.firstChild!.type === nodes.list
    ? doc.firstChild!.content
    : Fragment.from(nodes.item.create(null, doc.content))

/**
 * Puts Markdown in place of the part that is being changed, as one step to undo. Returns undefined if the part is no
 * longer what it was.
 */
export function takeTextChange(state: EditorState, markdown: string): Transaction | undefined {
  const part = key.getState(state)
  if (!part || part.from > part.to || !state.doc.slice(part.from, part.to).eq(part.old)) return undefined
  const { from, to } = part
  const { parent } = state.doc.resolve(from)
  const doc = normalize(readDocument(markdown).doc)
  const tr = closeHistory(endTextChange(state.tr))
  if (parent.isTextblock) replaceText(tr, part, doc, parent.type)
  else tr.replaceWith(from, to, parent.type === nodes.list ? readItems(doc) : doc.content)
  const end = tr.doc.resolve(tr.mapping.map(to, -1))
  return tr.setSelection(TextSelection.between(tr.doc.resolve(from), end)).scrollIntoView()
}
