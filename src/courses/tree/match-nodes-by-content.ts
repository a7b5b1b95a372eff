import { getFieldValue } from '../records/record.ts'
import { findChangedFields } from './changed-fields.ts'
import { type DesiredTreeNode, nodesBetweenYields, type StoredTreeNode } from './nodes.ts'

/**
 * Returns a text that identifies a node by its content. A node of the request without id and key matches a stored node
 * with the same text. The text of a module or lesson consists of the id of the parent and the name. The text of a block
 * consists of the id of the lesson, the type and the digest of the content.
 */
function contentIdentity({ kind, fields }: StoredTreeNode | DesiredTreeNode, parentId: string): string {
  const [one, other] = kind === 'block' ? ['type', 'content'] : ['name']
  return JSON.stringify([parentId, kind, getFieldValue(fields, one!), other && getFieldValue(fields, other)])
}

/** Returns whether a node of a request has neither an id nor a key. */
const isNameless = ({ id, key }: DesiredTreeNode) => id === undefined && key == null

/**
 * The stored nodes with the same `contentIdentity`, in order. `requested` is the number of nodes without id and key
 * that have this identity in the request. All stored nodes before the index `first` already have a match. `next` is the
 * index of the stored node that `findUnchanged` tries next.
 */
type Candidates = { stored: StoredTreeNode[]; requested: number; first: number; next: number }

/** The matches that were found so far between the nodes of a request and stored nodes. */
export type NodeMatchingState = {
  /** Maps the nodes of a request to the matching stored nodes. */
  currentOf: ReadonlyMap<DesiredTreeNode, StoredTreeNode>
  /** The ids of the stored nodes that have a match. */
  namedIds: ReadonlySet<string>
  /** The children of each stored node, in order. */
  childrenOf: ReadonlyMap<string, readonly StoredTreeNode[]>
  /** Records in `currentOf` and `namedIds` that `node` matches the stored node `stored`. */
  noteMatch(node: DesiredTreeNode, stored: StoredTreeNode): void
  /** The number of visited nodes. The generators yield after every `nodesBetweenYields` nodes. */
  visited: number
}

/**
 * Returns whether `node` equals `stored`: if the request writes `node` to `stored`, then neither `stored` nor the
 * children that the request lists change.
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
    const known = state.currentOf.get(child)
    const identity = !known && isNameless(child) && contentIdentity(child, stored.id)
    const mayMatch = (other: StoredTreeNode) =>
      known ? other === known : !state.namedIds.has(other.id) && contentIdentity(other, stored.id) === identity
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

/**
 * Returns the next candidate that has no match yet, equals `node`, and has a position number higher than `after`.
 * Returns undefined if there is no such candidate.
 */
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
    if (stored.order > after && !state.namedIds.has(stored.id) && (yield* isUnchanged(state, node, stored)))
      return stored
  }
  return undefined
}

/** Returns the first candidate that has no match yet. */
function findFirst({ namedIds }: NodeMatchingState, candidates: Candidates): StoredTreeNode | undefined {
  const { stored } = candidates
  while (candidates.first < stored.length && namedIds.has(stored[candidates.first]!.id)) candidates.first++
  return stored[candidates.first]
}

/** Matches the children of one parent with stored nodes, depth-first. */
function* matchChildren(
  state: NodeMatchingState,
  nodes: readonly DesiredTreeNode[],
  parentId: string | undefined,
  remaining: Map<string, Candidates>,
): Generator<void, void> {
  const identities = nodes.map((node) =>
    parentId !== undefined && isNameless(node) ? contentIdentity(node, parentId) : '',
  )
  for (const identity of identities) {
    const candidates = remaining.get(identity)
    if (candidates) candidates.requested++
  }
  let after = -1
  for (const [index, node] of nodes.entries()) {
    if (++state.visited % nodesBetweenYields === 0) yield
    const candidates = remaining.get(identities[index]!)
    if (candidates) {
      const hasChoice = candidates.stored.length > candidates.requested
      const unchanged = hasChoice ? yield* findUnchanged(state, node, candidates, after) : undefined
      const found = unchanged ?? findFirst(state, candidates)
      if (found) state.noteMatch(node, found)
    }
    const current = state.currentOf.get(node)
    if (current && current.parentId === parentId) after = Math.max(after, current.order)
    if (node.children) yield* matchChildren(state, node.children, current?.id, remaining)
  }
}

/**
 * Matches the nodes of a request that have neither id nor key with stored nodes of the same content. A node takes the
 * first stored node that has no match yet. If more stored nodes have the content than the request lists, a node first
 * looks for a stored node that the request would not change. So a request that is sent twice changes nothing the second
 * time.
 *
 * The generator yields often, so that its caller can let other requests run.
 * @param sorted all stored nodes, in order
 * @param state the matches by id and key, to which the function adds its matches
 */
export function* matchNodesByContent(
  courseId: string,
  sorted: readonly StoredTreeNode[],
  desired: readonly DesiredTreeNode[],
  state: NodeMatchingState,
): Generator<void, void> {
  const remaining = new Map<string, Candidates>()
  for (const node of sorted) {
    if (++state.visited % nodesBetweenYields === 0) yield
    if (state.namedIds.has(node.id)) continue
    const identity = contentIdentity(node, node.parentId)
    const equal = remaining.get(identity)
    if (equal) equal.stored.push(node)
    else remaining.set(identity, { stored: [node], requested: 0, first: 0, next: 0 })
  }
  if (remaining.size > 0) yield* matchChildren(state, desired, courseId, remaining)
}
