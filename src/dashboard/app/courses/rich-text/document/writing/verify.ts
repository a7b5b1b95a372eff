import type { Node } from 'prosemirror-model'
import { hasTooManyEmphasisMarks } from '../../../../../../markup/markdown-cost.ts'
import { meansTheSame, meansTheSameButSpacing } from '../normal/meaning.ts'
import { findLineStart } from '../reading/lines.ts'
import { readDocument } from '../reading/read.ts'
import type { RichTextDocument } from '../reading/rich-text-document.ts'
import { findDefinitionsOf } from './definitions-of.ts'
import type { Hunk } from './hunks.ts'
import { applyPatches, type Patch } from './patch.ts'

/**
 * What the blocks of a hunk read as in a part of the text. `shift` leads from the part to the old source. `isExact` is
 * false if lists have other space between their items.
 */
export type Reading = {
  readonly blocks: readonly Node[]
  readonly part: RichTextDocument
  readonly shift: number
  readonly isExact: boolean
}

type Compare = (one: Node, other: Node) => boolean

const isSame = (read: readonly Node[], expected: readonly Node[], compare: Compare): boolean =>
  read.length === expected.length && read.every((node, index) => compare(node, expected[index]!))

/** Whether the whole text reads as the document, when the hunk is the only change. */
export function readsBackInWhole(was: RichTextDocument, hunk: Hunk, patches: readonly Patch[]): boolean {
  const old = was.doc.children
  const expected = [...old.slice(0, hunk.start), ...hunk.now, ...old.slice(hunk.end)]
  return isSame(readDocument(applyPatches(was.source, patches)).doc.children, expected, meansTheSameButSpacing)
}

/** In these texts, what is far away changes how a block reads: a drawing makes its tags known, too many marks are no marks. */
export const readsOnlyInWhole = (source: string): boolean => /<svg\b/i.test(source) || hasTooManyEmphasisMarks(source)

/**
 * Reads the hunk and the blocks beside it. A block reads by itself as in the whole text if it has the definitions of the
 * others. Returns undefined if they do not read as they must.
 */
export function readBack(was: RichTextDocument, hunk: Hunk, patches: readonly Patch[]): Reading | undefined {
  const { source, doc, ranges } = was
  const [before, after] = [doc.maybeChild(hunk.start - 1), doc.maybeChild(hunk.end)]
  const start = before ? findLineStart(source, ranges.get(before)!.start) : ranges.get(doc)!.start
  const end = after ? ranges.get(after)!.end : source.length
  const moved = patches.map((patch) => ({ ...patch, start: patch.start - start, end: patch.end - start }))
  const written = applyPatches(source.slice(start, end), moved)
  const ofOthers = (others: readonly Node[]) => others.flatMap(findDefinitionsOf)
  const above = ofOthers(doc.children.slice(0, Math.max(hunk.start - 1, 0)))
  const below = ofOthers(doc.children.slice(hunk.end + 1))
  const part = readDocument([...above, written, ...below].join('\n\n'))
  const { children } = part.doc
  const expected = [...(before ? [before] : []), ...hunk.now, ...(after ? [after] : [])]
  const read = children.slice(above.length, children.length - below.length)
  if (!isSame(read, expected, meansTheSameButSpacing)) return undefined
  const first = before ? 1 : 0
  const blocks = read.slice(first, first + hunk.now.length)
  const isExact = isSame(read, expected, meansTheSame)
  return { blocks, part, isExact, shift: start - above.reduce((length, text) => length + text.length + 2, 0) }
}
