import type { MarkType, Node } from 'prosemirror-model'
import { normalize } from '../normal/normalize.ts'
import type { WritingStyle } from '../printing/style.ts'
import type { RichTextDocument } from '../reading/rich-text-document.ts'
import { richTextSchema } from '../schema/schema.ts'
import type { Patch } from './patch.ts'
import { mapSource } from './source-map.ts'

const { marks } = richTextSchema

function spell(type: MarkType, { emphasis, strong }: WritingStyle): string | undefined {
  switch (type) {
    case marks.em:
      return emphasis
    case marks.strong:
      return strong.repeat(2)
    case marks.del:
      return '~~'
    default:
      return type === marks.mono ? '`' : undefined
  }
}

/** The one mark that has been put on a run of text, and where the run is. The text and all other marks are the same. */
function findAddedMark(old: Node, now: Node): { type: MarkType; start: number; end: number } | undefined {
  if (old.content.size !== now.content.size) return undefined
  const start = old.content.findDiffStart(now.content)
  const end = old.content.findDiffEnd(now.content)?.a
  if (start === null || end === undefined || end <= start) return undefined
  const before = old.nodeAt(start)!.marks
  const added = now.nodeAt(start)!.marks.filter((mark) => !mark.isInSet(before))
  const [mark] = added
  if (!mark || added.length > 1) return undefined
  const isAll = old.content.cut(start, end).content.every((node) => !mark.type.isInSet(node.marks))
  const marked = old.content.cut(start, end).content.map((node) => node.mark(mark.addToSet(node.marks)))
  const expected = now.content.cut(start, end)
  const isSame = marked.every((node, index) => index < expected.childCount && node.eq(expected.child(index)))
  return isAll && isSame && marked.length === expected.childCount ? { type: mark.type, start, end } : undefined
}

/** Puts the marks around text that has become bold, or the like, and leaves the text as it is written. */
export function patchMark(document: RichTextDocument, old: Node, now: Node, style: WritingStyle): Patch[] | undefined {
  if (!old.sameMarkup(now) || normalize(old) !== old) return undefined
  const added = findAddedMark(old, now)
  const written = added && spell(added.type, style)
  const map = added && mapSource(document, old)
  if (!written || !map) return undefined
  const [start, end] = [map.starts[added.start]!, map.ends[added.end - 1]!]
  return [
    { start, end: start, text: written },
    { start: end, end, text: written },
  ]
}
