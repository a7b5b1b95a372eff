import type { CurrentNode, DesiredNode } from './nodes.ts'

/**
 * A child in the new sequence of a parent's children. `desired` is the child in the request, if the request lists it.
 * `current` is the stored child, if it exists already.
 */
export type Child = { desired?: DesiredNode; current?: CurrentNode }

/**
 * Returns the new sequence of the children of a parent. Children that the request does not list keep their places.
 * Listed children that the parent already had are put into the places that they had before, in the order of the
 * request. A new child comes directly after the child that the request lists before the new child, or else directly
 * before the next listed child, or else last.
 * @param before the children that stay, in their old sequence
 */
export function mergeChildren(before: readonly CurrentNode[], listed: readonly Child[]): Child[] {
  const staying = new Set(before)
  const present = listed.filter(({ current }) => current && staying.has(current))
  const presentNodes = new Set(present.map(({ current }) => current))
  const added = new Map<Child | undefined, Child[]>()
  let anchor: Child | undefined
  for (const child of listed) {
    if (presentNodes.has(child.current)) anchor = child
    else if (added.has(anchor)) added.get(anchor)!.push(child)
    else added.set(anchor, [child])
  }
  const first = added.get(undefined) ?? []
  let next = 0
  const merged = before.flatMap((current): Child[] => {
    if (!presentNodes.has(current)) return [{ current }]
    const child = present[next++]!
    return [...(next === 1 ? first : []), child, ...(added.get(child) ?? [])]
  })
  return present.length === 0 ? [...merged, ...first] : merged
}
