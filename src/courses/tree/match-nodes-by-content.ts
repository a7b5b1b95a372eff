import { getFieldValue } from '../records/record.ts'
import { findChangedFields } from './changed-fields.ts'
import { type DesiredTreeNode, nodesBetweenYields, type StoredTreeNode } from './nodes.ts'

/**
 * Returns a text that identifies a node by its parent, kind and content (its name, or a block's type and content
 * digest).
 */
function contentIdentity({ kind, fields }: StoredTreeNode | DesiredTreeNode, parentId: string): string {
  const [one, other] = kind === 'block' ? ['type', 'content'] : ['name']
  return JSON.stringify([parentId, kind, getFieldValue(fields, one!), other && getFieldValue(fields, other)])
}

/** Returns whether a node of a request has neither an id nor a key. */
const isNameless = ({ id, key }: DesiredTreeNode) => id === undefined && key == null

/**
 * The stored nodes that have the same `contentIdentity`, in order. `first` is the index at which the next call of
 * `findFirst` starts. `next` is the index at which the next call of `findUnchanged` starts.
 */
type Candidates = { stored: StoredTreeNode[]; requested: number; first: number; next: number }

/** The matches that were found so far between the nodes of a request and stored nodes. */
export type NodeMatchingState = {
  /** Maps the nodes of a request to the matching stored nodes. */
  storedNodeOf: ReadonlyMap<DesiredTreeNode, StoredTreeNode>
  /** The ids of the stored nodes that have a match. */
  matchedIds: ReadonlySet<string>
  /** The children of each stored node, in order. */
  childrenOf: ReadonlyMap<string, readonly StoredTreeNode[]>
  /** Records in `storedNodeOf` and `matchedIds` that `node` matches the stored node `stored`. */
  noteMatch(node: DesiredTreeNode, stored: StoredTreeNode): void
  /** The number of visited nodes. The generators yield after every `nodesBetweenYields` nodes. */
  visited: number
}

/**
 * Returns whether a write of `node` to `stored` would change neither the fields of `stored` nor the children that
 * `node` lists.
 */
function* isUnchanged(
  state: NodeMatchingState,
  node: DesiredTreeNode,
  stored: StoredTreeNode,
): Generator<void, boolean> {
  if (findChangedFields(stored, node).length > 0) return false
  const children = state.childrenOf.get(stored.id) ?? []
  let next = 0
  for (const child of node.children ?? []) {
    if (++state.visited % nodesBetweenYields === 0) yield
    const known = state.storedNodeOf.get(child)
    const identity = !known && isNameless(child) && contentIdentity(child, stored.id)
    const mayMatch = (other: StoredTreeNode) =>
      known ? other === known : !state.matchedIds.has(other.id) && contentIdentity(other, stored.id) === identity
    while (
      next < children.length &&
      !(mayMatch(children[next]!) && (yield* isUnchanged(state, child, children[next]!)))
    ) {
      if (++state.visited % nodesBetweenYields === 0) yield
      next++
    }
    if (next++ === children.length) return false
  }
  return true
}

/** Returns the next unmatched candidate with an `order` above `after` that the request would not change. */
function* findUnchanged(
  state: NodeMatchingState,
  node: DesiredTreeNode,
  candidates: Candidates,
  after: number,
): Generator<void, StoredTreeNode | undefined> {
  // The search never goes back to a candidate that it has tried. So the running time is linear in the number of nodes.
  while (candidates.next < candidates.stored.length) {
    const stored = candidates.stored[candidates.next++]!
    if (++state.visited % nodesBetweenYields === 0) yield
    if (stored.order > after && !state.matchedIds.has(stored.id) && (yield* isUnchanged(state, node, stored)))
      return stored
  }
  return undefined
}

/** Returns the first candidate that has no match yet. */
function findFirst({ matchedIds }: NodeMatchingState, candidates: Candidates): StoredTreeNode | undefined {
  const { stored } = candidates
  while (candidates.first < stored.length && matchedIds.has(stored[candidates.first]!.id)) candidates.first++
  return stored[candidates.first]
}

/** Matches the children of one parent, and all nodes below them, with stored nodes. */
function* matchChildren(
  state: NodeMatchingState,
  nodes: readonly DesiredTreeNode[],
  parentId: string | undefined,
  remaining: Map<string, Candidates>,
): Generator<void, void> {
  const identities = nodes.map((node) =>
    parentId !== undefined && isNameless(node) ? contentIdentity(node, parentId) : '',
  )
  // `requested` is the number of nodes in the request that could match the same candidates.
  for (const identity of identities) {
    const candidates = remaining.get(identity)
    if (candidates) candidates.requested++
  }
  // The highest `order` of the stored siblings that have a match so far.
  // `findUnchanged` only returns a node with a higher `order`, so that the siblings keep their order.
  let after = -1
  for (const [index, node] of nodes.entries()) {
    if (++state.visited % nodesBetweenYields === 0) yield
    const candidates = remaining.get(identities[index]!)
    if (candidates) {
      // If there are more candidates than nodes to match, a stored node that the request would not change is preferred.
      // So the same request changes nothing when the client repeats it.
      const hasChoice = candidates.stored.length > candidates.requested
      const unchanged = hasChoice ? yield* findUnchanged(state, node, candidates, after) : undefined
      const found = unchanged ?? findFirst(state, candidates)
      if (found) state.noteMatch(node, found)
    }
    const current = state.storedNodeOf.get(node)
    if (current && current.parentId === parentId) after = Math.max(after, current.order)
    if (node.children) yield* matchChildren(state, node.children, current?.id, remaining)
  }
}

/** Finds stored nodes with the same content for the nodes of a request that have no id and no key. */
export function* matchNodesByContent(
  courseId: string,
  sorted: readonly StoredTreeNode[],
  desired: readonly DesiredTreeNode[],
  state: NodeMatchingState,
): Generator<void, void> {
  const remaining = new Map<string, Candidates>()
  for (const node of sorted) {
    if (++state.visited % nodesBetweenYields === 0) yield
    if (state.matchedIds.has(node.id)) continue
    const identity = contentIdentity(node, node.parentId)
    const equal = remaining.get(identity)
    if (equal) equal.stored.push(node)
    else remaining.set(identity, { stored: [node], requested: 0, first: 0, next: 0 })
  }
  if (remaining.size > 0) yield* matchChildren(state, desired, courseId, remaining)
}
