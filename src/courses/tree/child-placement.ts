import { chooseSiblingsToKeepInPlace } from '../outline/writes/kept-order.ts'
import type { DesiredTreeNode, StoredTreeNode } from './nodes.ts'

/**
 * A child that a parent has after the request. `desired` is undefined if the request leaves the child out, and
 * `current` is undefined for a new child.
 */
export type ChildAfterRequest = { desired?: DesiredTreeNode; current?: StoredTreeNode }

/** A child of a parent, with its position after the request. `isMoved` is true if the request moves a stored child. */
export type ChildWithNewPosition = ChildAfterRequest & { order: number; isMoved: boolean }

/**
 * Returns the children of a parent in their new order. Example: the stored children A, B, C and the request C, A give
 * C, B, A.
 */
function computeNewChildOrder(
  /** The stored children that stay, in their old order. */
  before: readonly StoredTreeNode[],
  listed: readonly ChildAfterRequest[],
): ChildAfterRequest[] {
  if (before.length === 0) return [...listed]
  const staying = new Set(before)
  const present = listed.filter(({ current }) => current && staying.has(current))
  const presentNodes = new Set(present.map(({ current }) => current))
  const added = new Map<ChildAfterRequest | undefined, ChildAfterRequest[]>()
  let anchor: ChildAfterRequest | undefined
  // A new child, or a child from another parent, comes directly after the child before it in the request.
  for (const child of listed) {
    if (presentNodes.has(child.current)) anchor = child
    else if (added.has(anchor)) added.get(anchor)!.push(child)
    else added.set(anchor, [child])
  }
  // If the request begins with new children, they come directly before the first stored child that the request lists.
  const first = added.get(undefined) ?? []
  let next = 0
  const merged = before.flatMap((current): ChildAfterRequest[] => {
    // A stored child that the request does not list keeps its place.
    if (!presentNodes.has(current)) return [{ current }]
    const child = present[next++]!
    return [...(next === 1 ? first : []), child, ...(added.get(child) ?? [])]
  })
  // If the request lists no stored child of this parent, the new children come last.
  return present.length === 0 ? [...merged, ...first] : merged
}

/**
 * Computes the children of a parent after the request, and their positions. The old position numbers stay if no child
 * is new and no child moves.
 */
export function computeChildPositions(
  parentId: string,
  /** The stored children of the parent, in order. */
  here: readonly StoredTreeNode[],
  /** The children in the request, or undefined if the request does not list the children. */
  listed: readonly ChildAfterRequest[] | undefined,
  /** Returns whether a stored child that is not in `listed` remains a child of this parent. */
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
