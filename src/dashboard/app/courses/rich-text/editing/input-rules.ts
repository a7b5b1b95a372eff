import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import type { MarkType, Node } from 'prosemirror-model'
import { type Plugin, TextSelection } from 'prosemirror-state'
import { richTextSchema } from '../document/schema/schema.ts'
import { addressRule } from './addresses.ts'

const { nodes, marks } = richTextSchema

/** Whether code has been opened before a position, and not closed yet. */
const isInOpenCode = (doc: Node, position: number): boolean => {
  const $position = doc.resolve(position)
  return $position.parent.textBetween(0, $position.parentOffset, null, ' ').split('`').length % 2 === 0
}

/** Marks what stands between two marks of Markdown, and takes these away. The pattern's group 1 is before, 2 the text. */
function makeMarkRule(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(
    pattern,
    ({ tr, doc }, match, start, end) => {
      const [whole, before = '', text] = match
      const from = start + before.length
      const isAllowed = doc.resolve(start).parent.type.allowsMarkType(type) && !isInOpenCode(doc, from)
      if (!text || !isAllowed) return null
      const textStart = start + whole.indexOf(text, before.length)
      const kept = doc.slice(textStart, textStart + text.length).content
      return tr
        .replaceWith(from, end, kept)
        .addMark(from, from + text.length, type.create())
        .removeStoredMark(type)
    },
    { inCodeMark: false },
  )
}

const markRules = [
  makeMarkRule(/(^|[^*\\])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/, marks.strong),
  makeMarkRule(/(^|[^\w\\])__([^\s_](?:[^_]*[^\s_])?)__$/, marks.strong),
  makeMarkRule(/(^|[^*\\])\*([^\s*](?:[^*]*[^\s*])?)\*$/, marks.em),
  makeMarkRule(/(^|[^\w\\])_([^\s_](?:[^_]*[^\s_])?)_$/, marks.em),
  makeMarkRule(/(^|[^~\\])~~([^\s~](?:[^~]*[^\s~])?)~~$/, marks.del),
  makeMarkRule(/(^|[^`\\])`([^`]+)`$/, marks.mono),
]

const link = new InputRule(
  /(^|[^!\\])\[([^[\]]+)\]\(([^\s()]+)\)$/,
  ({ tr, schema }, [, before = '', text, url], start, end) => {
    const from = start + before.length
    return tr.replaceWith(from, end, schema.text(text!, [marks.link.create({ url })])).removeStoredMark(marks.link)
  },
  { inCodeMark: false },
)

const image = new InputRule(
  /!\[([^[\]]*)\]\(([^\s()]+)\)$/,
  ({ tr }, [, alt, url], start, end) => tr.replaceWith(start, end, nodes.image.create({ alt, url })),
  { inCodeMark: false },
)

/** A formula between dollars. One that begins with a digit can be a price, as in `$5-$10`, so that it waits for a space. */
const formulas = [
  /(^|[^\w$\\])\$([^\s$\d](?:[^$]*[^\s$\\])?)\$()$/,
  /(^|[^\w$\\])\$(\d(?:[^$]*[^\s$\\])?)\$([\s.,;:!?)])$/,
].map(
  (pattern) =>
    new InputRule(
      pattern,
      ({ tr, doc, schema }, [, before = '', value, after], start, end) => {
        if (isInOpenCode(doc, start + before.length)) return null
        const formula = nodes.inlineMath.create({ value })
        return tr.replaceWith(start + before.length, end, after ? [formula, schema.text(after)] : formula)
      },
      { inCodeMark: false },
    ),
)

const heading = textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, ([, hashes]) => ({ level: hashes!.length }))
const quote = wrappingInputRule(/^\s*>\s$/, nodes.blockquote)
const bulletList = wrappingInputRule(
  /^\s*[-+*]\s$/,
  nodes.list,
  { ordered: false },
  (_match, before) => !before.attrs.ordered,
)
const orderedList = wrappingInputRule(
  /^(\d{1,9})[.)]\s$/,
  nodes.list,
  ([, number]) => ({ ordered: true, start: Number(number) }),
  ([, number], before) => before.attrs.ordered && before.attrs.start + before.childCount === Number(number),
)

/** `[ ] ` at the start of an item makes a task of it. */
const task = new InputRule(/^\[([ xX]?)\]\s$/, ({ tr, doc }, [, tick], start, end) => {
  const $start = doc.resolve(start)
  if ($start.depth < 2 || $start.node(-1).type !== nodes.item || $start.index(-1) > 0) return null
  return tr.delete(start, end).setNodeAttribute($start.before(-1), 'checked', tick?.toLowerCase() === 'x')
})

const rule = new InputRule(/^(?:---|\*\*\*|___)$/, ({ tr, doc }, _match, start) => {
  const $start = doc.resolve(start)
  if ($start.parent.type !== nodes.paragraph || $start.parent.content.size > 2) return null
  const at = $start.before()
  tr.replaceWith(at, $start.after(), [nodes.rule.create(), nodes.paragraph.create()])
  return tr.setSelection(TextSelection.create(tr.doc, at + 2))
})

/** What becomes of Markdown while one types it. Backspace gives back what was typed. */
export const makeInputRules = (): Plugin =>
  inputRules({
    rules: [heading, quote, bulletList, orderedList, task, rule, image, link, addressRule, ...formulas, ...markRules],
  })
