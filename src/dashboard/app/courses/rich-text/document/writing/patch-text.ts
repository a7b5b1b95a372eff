import { Mark, type Node } from 'prosemirror-model'
import { normalize } from '../normal/normalize.ts'
import type { RichTextDocument } from '../reading/rich-text-document.ts'
import { richTextSchema } from '../schema/schema.ts'
import { type Patch, placeLines } from './patch.ts'
import { mapSource, type SourceMap } from './source-map.ts'

const { nodes, marks } = richTextSchema

/** How inserted text is written: as it is, with `\` before characters that can open a mark, or before all punctuation. */
export type TextSpelling = 'literal' | 'escaped' | 'all escaped'

type Change = { start: number; end: number; inserted: readonly Node[] }

/** The positions in a block that differ, and what stands there now. */
function findChange(old: Node, now: Node): Change | undefined {
  const start = old.content.findDiffStart(now.content)
  const diffEnd = old.content.findDiffEnd(now.content)
  if (start === null || diffEnd === null) return undefined
  let { a: end, b: nowEnd } = diffEnd
  const overlap = start - Math.min(end, nowEnd)
  if (overlap > 0) {
    end += overlap
    nowEnd += overlap
  }
  return { start, end, inserted: now.content.cut(start, nowEnd).content }
}

/** The marks of the node that covers the position `offset` of a block. */
const marksAt = (block: Node, offset: number): readonly Mark[] | undefined =>
  offset < 0 ? undefined : block.nodeAt(offset)?.marks

/** Whether the source between two positions has no marks that end or begin there. */
function hasSameMarks(block: Node, start: number, end: number): boolean {
  const first = marksAt(block, start)!
  for (let offset = start + 1; offset < end; offset++) if (!Mark.sameSet(marksAt(block, offset)!, first)) return false
  return true
}

/** Where text with these marks is inserted before the position `offset`. */
function findInsertion(block: Node, map: SourceMap, offset: number, on: readonly Mark[]): number | undefined {
  const [before, after] = [marksAt(block, offset - 1), marksAt(block, offset)]
  if (before && Mark.sameSet(before, on)) return map.ends[offset - 1]
  if (after && Mark.sameSet(after, on)) return map.starts[offset]
  if (on.length > 0) return undefined
  if (!after) return map.contentEnd
  return before ? undefined : map.contentStart
}

const opening = /[\\`*_[<~|$&]/g
const anyPunctuation = /[!-/:-@[-`{-~]/g

function spell(text: string, spelling: TextSpelling, isCode: boolean): string | undefined {
  if (spelling === 'literal') return text
  if (isCode) return undefined
  const escaped = text.replace(spelling === 'escaped' ? opening : anyPunctuation, '\\$&')
  return escaped === text ? undefined : escaped
}

/**
 * Makes the change of a text at the same place of the source. Returns undefined if the place cannot be told, or more
 * than text has changed.
 */
export function patchText(
  document: RichTextDocument,
  old: Node,
  now: Node,
  spelling: TextSpelling,
): Patch[] | undefined {
  if (!old.sameMarkup(now) || normalize(old) !== old) return undefined
  const change = findChange(old, now)
  const first = change?.inserted[0]
  if (!change || change.inserted.some((node) => !(node.isText || node.type === nodes.soft))) return undefined
  if (first && change.inserted.some((node) => !Mark.sameSet(node.marks, first.marks))) return undefined
  const text = change.inserted.map((node) => node.text ?? '\n').join('')
  const isCode = old.type.spec.code === true || (first?.marks.some(({ type }) => type === marks.mono) ?? false)
  const written = spell(text, spelling, isCode)
  if (written === undefined) return undefined
  const place = findPlace(document, old, change)
  if (!place) return undefined
  const { source, ranges } = document
  const { start, end, before } = place
  return [{ start, end, text: before + placeLines(source, ranges.get(old)!.start, written) }]
}

type Place = { start: number; end: number; before: string }

function findPlace(document: RichTextDocument, old: Node, { start, end, inserted }: Change): Place | undefined {
  const { source } = document
  if (old.content.size === 0) return findPlaceInEmpty(document, old)
  const map = mapSource(document, old)
  if (!map) return undefined
  if (end === start) {
    const at = findInsertion(old, map, start, inserted[0]!.marks)
    return at === undefined ? undefined : { start: at, end: at, before: '' }
  }
  if (!hasSameMarks(old, start, end)) return undefined
  if (inserted[0] && !Mark.sameSet(inserted[0].marks, marksAt(old, start)!)) return undefined
  const place = { start: map.starts[start]!, end: map.ends[end - 1]!, before: '' }
  return place.start <= place.end && place.end <= source.length ? place : undefined
}

/** An empty paragraph or heading stands right behind the mark of its container, which a space follows. */
function findPlaceInEmpty({ source, ranges }: RichTextDocument, old: Node): Place | undefined {
  const range = ranges.get(old)
  if (!range || old.type.spec.code) return undefined
  const { end } = range
  const needsSpace = end > 0 && /[^\s\uFEFF|]/.test(source[end - 1]!)
  return { start: end, end, before: needsSpace ? ' ' : '' }
}
