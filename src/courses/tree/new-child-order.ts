import type { CurrentTreeNode, DesiredTreeNode } from './nodes.ts'

/**
 * A child that a parent has after the request. `desired` is the child in the request, or undefined if the request does
 * not list the child. `current` is the stored child, or undefined if the child is new.
 */
export type PlannedChild = { desired?: DesiredTreeNode; current?: CurrentTreeNode }

/**
 * Returns the children of a parent in their new order:
 * - A stored child that the request does not list keeps its place.
 * - The stored children that the request lists share their old places. They fill these places in the order of the
 * request.
 * - A new child follows the child that precedes it in the request. If none precedes it, the new child comes directly
 * before the first stored child in the request. If the request lists no stored child, the new child comes last.
 * @param before the stored children that stay, in their old order
 */
export function computeNewChildOrder(
  before: readonly CurrentTreeNode[],
  listed: readonly PlannedChild[],
): PlannedChild[] {
  const staying = new Set(before)
  const present = listed.filter(({ current }) => current && staying.has(current))
  const presentNodes = new Set(present.map(({ current }) => current))
  const added = new Map<PlannedChild | undefined, PlannedChild[]>()
  let anchor: PlannedChild | undefined
  for (const child of listed) {
    if (presentNodes.has(child.current)) anchor = child
    else if (added.has(anchor)) added.get(anchor)!.push(child)
    else added.set(anchor, [child])
  }
  const first = added.get(undefined) ?? []
  let next = 0
  const merged = before.flatMap((current): PlannedChild[] => {
    if (!presentNodes.has(current)) return [{ current }]
    const child = present[next++]!
    return [...(next === 1 ? first : []), child, ...(added.get(child) ?? [])]
  })
  return present.length === 0 ? [...merged, ...first] : merged
}
