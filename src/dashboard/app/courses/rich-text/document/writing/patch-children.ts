import type { Node } from 'prosemirror-model'
import { findLinePrefix } from '../reading/lines.ts'
import type { RichTextDocument } from '../reading/rich-text-document.ts'
import { richTextSchema } from '../schema/schema.ts'
import { alignChildren } from './hunks.ts'
import { findLineEnding, type Patch, placeLines } from './patch.ts'

const { nodes } = richTextSchema

/** A block whose children changed, what stands between two of them, and how a new one is printed. */
export type Container = {
  readonly old: Node
  readonly now: Node
  readonly gap: 'line' | 'empty line'
  print(child: Node, index: number): string
}

type PatchChild = (old: Node, now: Node) => readonly Patch[] | undefined

/** Finds the patches for the children that differ, each by itself. Returns undefined if one cannot be patched. */
export function patchChildren(
  { source, ranges }: RichTextDocument,
  { old, now, gap, print }: Container,
  patchChild: PatchChild,
): Patch[] | undefined {
  const rangeOf = (index: number) => ranges.get(old.child(index))!

  /** Where a child ends, and what follows it can begin. The row of dashes belongs to the header of a table. */
  function findEnd(index: number): number {
    const { end } = rangeOf(index)
    if (old.type !== nodes.table || index > 0) return end
    return end + /^(?:\r\n?|\n)[^\r\n]*/.exec(source.slice(end))![0].length
  }

  function makeGap(start: number): string {
    const [prefix, lineEnding] = [findLinePrefix(source, start), findLineEnding(source)]
    return (gap === 'empty line' ? lineEnding + prefix.trimEnd() : '') + lineEnding + prefix
  }

  /** Inserts before the child at `index`: behind the one before it, or in front of the first. */
  function insert(index: number, children: readonly string[]): Patch {
    const { start } = rangeOf(Math.max(index - 1, 0))
    const at = index > 0 ? findEnd(index - 1) : start
    const markdown = placeLines(source, start, children.join(gap === 'line' ? '\n' : '\n\n'))
    return { start: at, end: at, text: index > 0 ? makeGap(start) + markdown : markdown + makeGap(start) }
  }

  function remove(start: number, end: number): Patch | undefined {
    if (start > 0) return { start: findEnd(start - 1), end: rangeOf(end - 1).end, text: '' }
    return end < old.childCount ? { start: rangeOf(0).start, end: rangeOf(end).start, text: '' } : undefined
  }

  const patches: Patch[] = []
  let passed = 0
  let removed = 0
  let added: string[] = []
  /** Writes what has been taken away and added before the child that comes next. */
  function finishRun(): boolean {
    const removal = removed > 0 ? remove(passed - removed, passed) : undefined
    if (removed > 0 && !removal) return false
    if (removal) patches.push(removal)
    if (added.length > 0) patches.push(insert(passed, added))
    removed = 0
    added = []
    return true
  }
  for (const step of alignChildren(old.children, now.children)) {
    if ('at' in step && 'nowAt' in step) {
      if (!finishRun()) return undefined
      const found = patchChild(old.child(step.at), now.child(step.nowAt))
      if (!found) return undefined
      patches.push(...found)
    } else if ('at' in step) removed++
    else added.push(print(now.child(step.nowAt), step.nowAt))
    if ('at' in step) passed++
  }
  return finishRun() ? patches : undefined
}
