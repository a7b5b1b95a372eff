import type { Node } from 'prosemirror-model'
import { readDocument } from '../reading/read.ts'
import type { RichTextDocument, SourceRange } from '../reading/rich-text-document.ts'
import { type Change, findChanges } from './changes.ts'
import { findDefinitionsOf } from './definitions-of.ts'
import { applyPatches } from './patch.ts'

const writeChanges = ({ source }: RichTextDocument, changes: readonly Change[]) =>
  applyPatches(
    source,
    changes.flatMap(({ patches }) => patches),
  )

/** The same document, of which the source is known. Who takes back all changes gets the first source. */
function findEqual(was: RichTextDocument, doc: Node): RichTextDocument | undefined {
  return [was, was.origin].find((known) => known?.doc.eq(doc))
}

/**
 * Writes a document that an editor made of the document `was`. What has not changed keeps its bytes; what has changed is
 * the smallest patch of the source that reads back as the document. Spaces at the ends of lines and empty paragraphs have
 * no source.
 */
export const writeDocument = (was: RichTextDocument, doc: Node): string =>
  findEqual(was, doc)?.source ?? writeChanges(was, findChanges(was, doc))

/** A definition makes links in blocks that have not changed. */
const hasDefinitions = (was: RichTextDocument, { hunk }: Change) =>
  [...was.doc.children.slice(hunk.start, hunk.end), ...hunk.now].some((block) => findDefinitionsOf(block).length > 0)

/** Whether the blocks beside a hunk are written again too. */
function changesNeighbours({ doc, ranges }: RichTextDocument, { hunk, patches }: Change): boolean {
  const [before, after] = [doc.maybeChild(hunk.start - 1), doc.maybeChild(hunk.end)]
  const start = before ? ranges.get(before)!.end : 0
  const end = after ? ranges.get(after)!.start : Number.POSITIVE_INFINITY
  return patches.some((patch) => patch.start < start || patch.end > end)
}

/**
 * Writes a document as `writeDocument` does, and returns what reading the new source would: the next `was`. Of the text,
 * only the blocks that have changed are read again.
 */
export function updateDocument(was: RichTextDocument, doc: Node): RichTextDocument {
  const equal = findEqual(was, doc)
  if (equal) return equal
  const origin = was.origin ?? was
  const changes = findChanges(was, doc)
  if (changes.length === 0) return was
  const source = writeChanges(was, changes)
  const isFar = (change: Change) => !change.reading || hasDefinitions(was, change) || changesNeighbours(was, change)
  if (changes.some(isFar)) return { ...readDocument(source), origin }
  const ranges = new Map<Node, SourceRange>()
  const children: Node[] = []

  /** Keeps the ranges of a block and of what is in it, which have moved. */
  function keep(block: Node, from: RichTextDocument, shift: number): void {
    const range = from.ranges.get(block)
    if (range)
      ranges.set(block, { ...range, start: range.start + shift, end: range.end + shift, shift: range.shift + shift })
    if (!block.isTextblock) for (const child of block.children) keep(child, from, shift)
  }

  let at = 0
  let moved = 0
  const keepUntil = (end: number) => {
    for (; at < end; at++) {
      const block = was.doc.child(at)
      children.push(block)
      keep(block, was, moved)
    }
  }
  for (const { hunk, patches, reading } of changes) {
    keepUntil(hunk.start)
    children.push(...reading!.blocks)
    for (const block of reading!.blocks) keep(block, reading!.part, reading!.shift + moved)
    at = hunk.end
    for (const { start, end, text } of patches) moved += text.length - (end - start)
  }
  keepUntil(was.doc.childCount)
  const updated = was.doc.type.create(null, children)
  const range = was.ranges.get(was.doc)!
  ranges.set(updated, { ...range, end: source.length })
  return { ...was, source, doc: updated, ranges, origin }
}
