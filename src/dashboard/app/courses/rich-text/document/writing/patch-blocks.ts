import type { Node } from 'prosemirror-model'
import type { RichTextDocument } from '../reading/rich-text-document.ts'
import { richTextSchema } from '../schema/schema.ts'
import { isSame } from './hunks.ts'
import { type Patch, placeLines } from './patch.ts'
import { type Container, patchChildren } from './patch-children.ts'
import { findNumbering, patchCheck, renumber } from './patch-list.ts'
import { patchMark } from './patch-mark.ts'
import { patchText, type TextSpelling } from './patch-text.ts'
import type { Printer } from './printer.ts'

const { nodes } = richTextSchema

/** How changes are made: those of a text in its source as `text` says, or by printing the text again; others by printing. */
export type PatchMode = { readonly text: TextSpelling | 'printed'; readonly printer: Printer }

const isCell = ({ type }: Node) => type === nodes.cell || type === nodes.headerCell

/** Whether the columns of a table are what they were, and its first row at most has other text. */
function isHeaderKept(old: Node, now: Node): boolean {
  const [header, nowHeader] = [old.firstChild!, now.firstChild!]
  if (header.childCount !== nowHeader.childCount) return false
  if (header.children.some((cell, index) => cell.attrs.align !== nowHeader.child(index).attrs.align)) return false
  return old.childCount === now.childCount || isSame(header, nowHeader)
}

/**
 * Finds the smallest patches that make `old` what `now` is. Returns undefined if `mode` does not allow the change, or it
 * cannot be made without the block around it.
 */
export function patchBlock(
  document: RichTextDocument,
  old: Node,
  now: Node,
  { text, printer }: PatchMode,
): Patch[] | undefined {
  const { source, ranges } = document

  const patchInside = (container: Container): Patch[] | undefined =>
    patchChildren(document, container, (oldChild, nowChild) => patch(oldChild, nowChild, container.now))

  const patchBlocks = (old: Node, now: Node, gap: Container['gap']) =>
    patchInside({ old, now, gap, print: (block) => printer.printBlocks([block]) })

  function patchList(old: Node, now: Node): Patch[] | undefined {
    if (old.attrs.ordered !== now.attrs.ordered) return undefined
    const [first, second] = old.children
    const between = second && source.slice(ranges.get(first!)!.end, ranges.get(second)!.start)
    const isSpread = between === undefined ? now.attrs.spread : (between.match(/\r\n?|\n/g)?.length ?? 0) > 1
    const numberOf = now.attrs.ordered ? findNumbering(document, old, now) : () => 1
    const printed = printer.like(old)
    const print = (item: Node, index: number) => printed.printItem(item, now, numberOf(index))
    const patches = patchInside({ old, now, gap: isSpread ? 'empty line' : 'line', print })
    return patches && now.attrs.ordered ? [...patches, ...renumber(document, old, now, numberOf)] : patches
  }

  /** Patches what is in a block, which stays what it is. */
  function patchContainer(old: Node, now: Node, parent: Node): Patch[] | undefined {
    switch (old.type) {
      case nodes.doc:
      case nodes.blockquote:
        return patchBlocks(old, now, 'empty line')
      case nodes.footnote:
        return old.attrs.label === now.attrs.label ? patchBlocks(old, now, 'empty line') : undefined
      case nodes.list:
        return patchList(old, now)
      case nodes.item: {
        const check = patchCheck(document, old, now)
        const content = check && patchBlocks(old, now, parent.attrs.spread ? 'empty line' : 'line')
        return content && [...check, ...content]
      }
      case nodes.table:
        if (!isHeaderKept(old, now)) return undefined
        return patchInside({ old, now, gap: 'line', print: (row) => printer.like(old).printRow(row) })
      case nodes.row:
        return patchInside({ old, now, gap: 'line', print: printer.printCell })
      default:
        return undefined
    }
  }

  function patchLevel(old: Node, now: Node): Patch[] | undefined {
    const range = ranges.get(old)
    const isHeading = old.type === nodes.heading && now.type === nodes.heading && old.content.eq(now.content)
    const marks = range && isHeading && /^#+/.exec(source.slice(range.start, range.end))?.[0]
    return marks
      ? [{ start: range.start, end: range.start + marks.length, text: '#'.repeat(now.attrs.level) }]
      : undefined
  }

  /** Prints a block in its place. An item has a mark that only its list knows. */
  function printInstead(old: Node, now: Node): Patch[] | undefined {
    const range = ranges.get(old)
    if (!range || old.type === nodes.doc || old.type === nodes.item) return undefined
    const printed = printer.like(old)
    const print = isCell(old) ? printed.printCell : old.type === nodes.row ? printed.printRow : undefined
    const markdown = print ? print(now) : printed.printBlocks([now])
    return [{ start: range.start, end: range.end, text: placeLines(source, range.start, markdown) }]
  }

  function patch(old: Node, now: Node, parent: Node): Patch[] | undefined {
    if (isSame(old, now)) return []
    const isInPlace = old.type === now.type && !old.isTextblock && !old.isLeaf
    const inPlace = isInPlace ? patchContainer(old, now, parent) : undefined
    if (inPlace) return inPlace
    if (text !== 'printed' && isInPlace) return undefined
    if (text !== 'printed' && old.isTextblock && old.sameMarkup(now))
      return patchText(document, old, now, text) ?? patchMark(document, old, now, printer.like(old).style)
    return patchLevel(old, now) ?? printInstead(old, now)
  }

  return patch(old, now, old)
}
