import type { Node } from 'prosemirror-model'
import { findLineStart } from '../reading/lines.ts'
import type { RichTextDocument } from '../reading/rich-text-document.ts'
import { richTextSchema } from '../schema/schema.ts'
import type { Hunk } from './hunks.ts'
import { findLineEnding, type Patch, placeLines } from './patch.ts'
import type { Printer } from './printer.ts'

const { nodes } = richTextSchema

const isEmptyParagraph = (block: Node) => block.type === nodes.paragraph && block.content.size === 0

/** Replaces all blocks of a hunk by what is printed for them, or puts it between the blocks beside it. */
export function replaceHunk(
  { source, doc, ranges }: RichTextDocument,
  { start, end, now }: Hunk,
  printer: Printer,
): Patch {
  const gap = findLineEnding(source).repeat(2)
  const [before, first, last, after] = [start - 1, start, end - 1, end].map((index) => {
    const block = doc.maybeChild(index)
    return block ? ranges.get(block) : undefined
  })
  const markdown = now.every(isEmptyParagraph) ? '' : placeLines(source, 0, printer.printBlocks(now))
  if (start === end) {
    if (before) return { start: before.end, end: before.end, text: gap + markdown }
    return { start: after!.start, end: after!.start, text: markdown + gap }
  }
  if (now.length > 0) return { start: first!.start, end: last!.end, text: markdown }
  if (before) return { start: before.end, end: last!.end, text: '' }
  return { start: first!.start, end: after ? after.start : last!.end, text: '' }
}

/** The hunk with the blocks beside it, which are printed again with it. */
export function widen({ doc }: RichTextDocument, { start, end, nowStart, now }: Hunk): Hunk {
  const [before, after] = [doc.maybeChild(start - 1), doc.maybeChild(end)]
  return {
    start: before ? start - 1 : start,
    end: after ? end + 1 : end,
    nowStart: before ? nowStart - 1 : nowStart,
    now: [...(before ? [before] : []), ...now, ...(after ? [after] : [])],
  }
}

/** An empty line between two blocks that follow one another directly. */
function findMissingGap({ source, doc, ranges }: RichTextDocument, index: number): Patch[] {
  const [above, below] = [doc.maybeChild(index - 1), doc.maybeChild(index)]
  if (!above || !below) return []
  const from = ranges.get(below)!.start
  const lineEndings = source.slice(ranges.get(above)!.end, from).match(/\r\n?|\n/g)?.length ?? 0
  const at = findLineStart(source, from)
  return lineEndings === 1 ? [{ start: at, end: at, text: findLineEnding(source) }] : []
}

/** Empty lines that are missing above and below a hunk. */
export const findMissingGaps = (was: RichTextDocument, { start, end }: Hunk) => ({
  above: start < end ? findMissingGap(was, start) : [],
  below: findMissingGap(was, end),
})
