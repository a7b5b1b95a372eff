import { diffArrays } from 'diff'
import type { Node } from 'prosemirror-model'
import { normalize } from '../normal/normalize.ts'

/** A run of children that differ: those from `start` to `end` became `now`. */
export type Hunk = {
  readonly start: number
  readonly end: number
  readonly nowStart: number
  readonly now: readonly Node[]
}

/** With more changes than that, the children between the first and the last change are one hunk. */
const maxEdits = 400

export const isSame = (old: Node, now: Node): boolean => old === now || normalize(old) === now || normalize(old).eq(now)

/** Finds the children that differ. `now` is normalized. */
export function findHunks(old: readonly Node[], now: readonly Node[]): Hunk[] {
  let first = 0
  const shorter = Math.min(old.length, now.length)
  while (first < shorter && isSame(old[first]!, now[first]!)) first++
  let last = 0
  while (last < shorter - first && isSame(old.at(-1 - last)!, now.at(-1 - last)!)) last++
  const oldMiddle = old.slice(first, old.length - last)
  const nowMiddle = now.slice(first, now.length - last)
  if (oldMiddle.length === 0 && nowMiddle.length === 0) return []
  const whole = { start: first, end: first + oldMiddle.length, nowStart: first, now: nowMiddle }
  if (oldMiddle.length < 2 || nowMiddle.length < 2) return [whole]
  const changes = diffArrays(oldMiddle, nowMiddle, { comparator: isSame, maxEditLength: maxEdits })
  if (!changes) return [whole]
  const hunks: { start: number; end: number; nowStart: number; now: Node[] }[] = []
  let at = first
  let nowAt = first
  let isOpen = false
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      at += value.length
      nowAt += value.length
      isOpen = false
      continue
    }
    if (!isOpen) hunks.push({ start: at, end: at, nowStart: nowAt, now: [] })
    isOpen = true
    const hunk = hunks.at(-1)!
    if (removed) {
      hunk.end += value.length
      at += value.length
    } else {
      hunk.now.push(...now.slice(nowAt, nowAt + value.length))
      nowAt += value.length
    }
  }
  return hunks
}

/** What becomes of a child, by its indices before and now: it stays or is changed, is taken away, or is added. */
export type Step =
  | { readonly at: number; readonly nowAt: number }
  | { readonly at: number }
  | { readonly nowAt: number }

const sharesText = (old: Node, now: Node): boolean => {
  if (old.type !== now.type) return false
  const [one, other] = [old.textContent, now.textContent]
  return one === other || (one !== '' && other !== '' && (one[0] === other[0] || one.at(-1) === other.at(-1)))
}

const countFrom = (start: number, count: number) => Array.from({ length: count }, (_, index) => start + index)

/** Pairs the children of a hunk in their order: those that are alike at its start and end, and what is left one by one. */
function pairUp(old: readonly Node[], now: readonly Node[], { start, end, nowStart, now: added }: Hunk): Step[] {
  const [nowEnd, count] = [nowStart + added.length, end - start]
  const shorter = Math.min(count, added.length)
  let first = 0
  while (first < shorter && sharesText(old[start + first]!, now[nowStart + first]!)) first++
  let last = 0
  while (last < shorter - first && sharesText(old[end - 1 - last]!, now[nowEnd - 1 - last]!)) last++
  const paired = shorter - last
  const pair = (from: number, nowFrom: number) => (index: number) => ({ at: from + index, nowAt: nowFrom + index })
  return [
    ...countFrom(0, paired).map(pair(start, nowStart)),
    ...countFrom(start + paired, count - shorter).map((at) => ({ at })),
    ...countFrom(nowStart + paired, added.length - shorter).map((nowAt) => ({ nowAt })),
    ...countFrom(0, last).map(pair(end - last, nowEnd - last)),
  ]
}

/** Finds out what became of each child, in their order. */
export function alignChildren(old: readonly Node[], now: readonly Node[]): Step[] {
  const steps: Step[] = []
  let at = 0
  let nowAt = 0
  for (const hunk of findHunks(old, now)) {
    while (at < hunk.start) steps.push({ at: at++, nowAt: nowAt++ })
    steps.push(...pairUp(old, now, hunk))
    at = hunk.end
    nowAt = hunk.nowStart + hunk.now.length
  }
  while (at < old.length) steps.push({ at: at++, nowAt: nowAt++ })
  return steps
}
