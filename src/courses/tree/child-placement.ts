import { chooseSiblingsToKeepInPlace } from '../outline/writes/kept-order.ts'
import type { DesiredTreeNode, StoredTreeNode } from './nodes.ts'

/**
 * A child that a parent has after the request. `desired` is the child in the request, or undefined if the request does
 * not list the child. `current` is the stored child, or undefined if the child is new.
 */
export type ChildAfterRequest = { desired?: DesiredTreeNode; current?: StoredTreeNode }

/** A child of a parent, with its position after the request. `isMoved` is true if the request moves a stored child. */
export type ChildWithNewPosition = ChildAfterRequest & { order: number; isMoved: boolean }

/**
 * Returns the children of a parent in their new order:
 * - A stored child that the request does not list keeps its place.
 * - The stored children that the request lists take the same places as before, but in the order of the request. For
 * example, if A, B and C are stored and the request lists C and A, then the new order is C, B, A.
 * - A new child, or a child from another parent, comes directly after the child before it in the request. If it is the
 * first child in the request, it comes directly before the first stored child that the request lists. If the request
 * lists no stored child, it comes last.
 * @param before the stored children that stay, in their old order
 */
function computeNewChildOrder(
  before: readonly StoredTreeNode[],
  listed: readonly ChildAfterRequest[],
): ChildAfterRequest[] {
  if (before.length === 0) return [...listed]
  const staying = new Set(before)
  const present = listed.filter(({ current }) => current && staying.has(current))
  const presentNodes = new Set(present.map(({ current }) => current))
  const added = new Map<ChildAfterRequest | undefined, ChildAfterRequest[]>()
  let anchor: ChildAfterRequest | undefined
  for (const child of listed) {
    if (presentNodes.has(child.current)) anchor = child
    else if (added.has(anchor)) added.get(anchor)!.push(child)
    else added.set(anchor, [child])
  }
  const first = added.get(undefined) ?? []
  let next = 0
  const merged = before.flatMap((current): ChildAfterRequest[] => {
    if (!presentNodes.has(current)) return [{ current }]
    const child = present[next++]!
    return [...(next === 1 ? first : []), child, ...(added.get(child) ?? [])]
  })
  return present.length === 0 ? [...merged, ...first] : merged
}

/**
 * Computes which children a parent has after the request, and their positions. If all children stay in place and none
 * is new, they keep their position numbers. Otherwise, the children are numbered from 0.
 * @param here the stored children of the parent, in order
 * @param listed the children in the request, or undefined if the request does not list the children
 * @param stays returns whether a stored child that is not in `listed` remains a child of this parent
 */
export function computeChildPositions(
  parentId: string,
  here: readonly StoredTreeNode[],
  listed: readonly ChildAfterRequest[] | undefined,
  stays: (node: StoredTreeNode) => boolean,
): ChildWithNewPosition[] {
  const hasSameChildren =
    listed?.length === here.length && listed.every(({ current }, index) => current === here[index])
  if (hasSameChildren) return listed.map((child, index) => ({ ...child, order: here[index]!.order, isMoved: false }))
  const own = new Set(listed?.map(({ current }) => current))
  const staying = here.filter((node) => own.has(node) || stays(node))
  const children = listed
    ? computeNewChildOrder(staying, listed)
    : staying.map((current): ChildAfterRequest => ({ current }))
  const known = children.flatMap(({ desired, current }) =>
    current?.parentId === parentId ? [{ current, order: current.order, isListed: desired !== undefined }] : [],
  )
  const unmoved = new Set([...chooseSiblingsToKeepInPlace(known)].map(({ current }) => current))
  const keepsOrder = unmoved.size === children.length
  return children.map((child, index) => ({
    ...child,
    order: keepsOrder ? child.current!.order : index,
    isMoved: child.current !== undefined && !unmoved.has(child.current),
  }))
}
