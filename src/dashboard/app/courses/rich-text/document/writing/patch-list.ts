import type { Node } from 'prosemirror-model'
import type { RichTextDocument } from '../reading/rich-text-document.ts'
import { alignChildren } from './hunks.ts'
import type { Patch } from './patch.ts'

const numberOfItem = /^\d{1,9}/
const box = /\[[ \t\r\nxX]\](?=\s*$)/

/** Ticks the box of a task, and makes a task of an item or an item of a task. */
export function patchCheck({ source, ranges }: RichTextDocument, old: Node, now: Node): Patch[] | undefined {
  if (old.attrs.checked === now.attrs.checked) return []
  const range = ranges.get(old)!
  const first = ranges.get(old.firstChild!)!
  const mark = now.attrs.checked ? '[x]' : '[ ]'
  if (old.attrs.checked === null) return [{ start: first.start, end: first.start, text: `${mark} ` }]
  const found = box.exec(source.slice(range.start, first.start))
  if (!found) return undefined
  const start = range.start + found.index
  return now.attrs.checked === null ? [{ start, end: first.start, text: '' }] : [{ start, end: start + 3, text: mark }]
}

/** Returns the number of an item by its index. Lists count, or have the same number at each item. */
export function findNumbering({ source, ranges }: RichTextDocument, old: Node, now: Node): (index: number) => number {
  const numbers = old.children.map((item) => Number(numberOfItem.exec(source.slice(ranges.get(item)!.start))?.[0]))
  const isCounting = numbers.length < 2 || numbers.every((number, index) => number === numbers[0]! + index)
  return (index) => now.attrs.start + (isCounting ? index : 0)
}

/** Gives an item another number. A longer number would move the lines below it, so an item of several lines keeps its own. */
function patchNumber({ source, ranges }: RichTextDocument, item: Node, number: number): Patch[] {
  const { start, end } = ranges.get(item)!
  const old = numberOfItem.exec(source.slice(start, end))?.[0]
  const text = String(number)
  if (old === undefined || Number(old) === number) return []
  if (old.length !== text.length && /[\r\n]/.test(source.slice(start, end))) return []
  return [{ start, end: start + old.length, text }]
}

/** Gives the items that stay the numbers of their new places. */
export function renumber(
  document: RichTextDocument,
  old: Node,
  now: Node,
  numberOf: (index: number) => number,
): Patch[] {
  // The numbers behind the first mean nothing, and stay if they do not count.
  const isCounting = numberOf(1) !== numberOf(0)
  return alignChildren(old.children, now.children).flatMap((step) => {
    if (!('at' in step && 'nowAt' in step) || (!isCounting && step.nowAt > 0)) return []
    return patchNumber(document, old.child(step.at), numberOf(step.nowAt))
  })
}
