import type { InvalidField } from '../../platform/errors.ts'
import { getFieldValue } from '../records/record.ts'
import { findChangedFields } from './changed-fields.ts'
import type { CurrentTreeNode, DesiredTreeNode } from './nodes.ts'

/**
 * Returns a text that identifies a node without id and key. For a module or lesson, the text contains the parent's id
 * and the name. For a block, it contains the lesson's id, the type and the content. A stored node with the same text
 * matches the node of the request.
 */
function contentIdentity({ kind, fields }: CurrentTreeNode | DesiredTreeNode, parentId: string): string {
  const [one, other] = kind === 'block' ? ['type', 'content'] : ['name']
  return JSON.stringify([parentId, kind, getFieldValue(fields, one!), other && getFieldValue(fields, other)])
}

/** The number of nodes after which a generator yields that plans a write of a course tree. */
export const nodesPerStep = 200

/**
 * `currentOf` maps the nodes of a request to the matching stored nodes. `namedIds` contains the ids of these stored
 * nodes.
 */
type NodeMatches = {
  currentOf: Map<DesiredTreeNode, CurrentTreeNode>
  namedIds: Set<string>
  problems: InvalidField[]
}

/**
 * The stored nodes with the same `contentIdentity`, in order. `requested` is the number of nodes in the request that
 * have this identity and neither id nor key. All stored nodes before the index `first` already have a match. `next` is
 * the index of the next stored node that `findUnchanged` compares.
 */
type Candidates = { stored: CurrentTreeNode[]; requested: number; first: number; next: number }

/**
 * Finds the stored node for each node of a request, by id or by key. A node without id and key is matched by its
 * content (`contentIdentity`). If more stored nodes have this content than the request lists, the function prefers
 * stored nodes that the request would leave unchanged. In this way, the same request changes nothing when it is sent a
 * second time. Otherwise, the function takes the first stored node that has no match yet.
 *
 * If `revivesIds` is true, a node with an unknown id is a new node with this id. If `replacesAll` is true, the caller
 * deletes the stored nodes that the request leaves out. So nodes of the request can take the keys of the deleted nodes.
 *
 * The generator yields often, so that its caller can let other requests run.
 */
export function* matchRequestToStoredNodes(
  courseId: string,
  current: readonly CurrentTreeNode[],
  desired: readonly DesiredTreeNode[],
  { revivesIds = false, replacesAll = false }: { revivesIds?: boolean; replacesAll?: boolean } = {},
): Generator<void, NodeMatches> {
  const byId = new Map(current.map((node) => [node.id, node]))
  const sorted = current.toSorted((a, b) => a.order - b.order)
  const childrenOf = Map.groupBy(sorted, ({ parentId }) => parentId)
  const byKey = new Map(current.flatMap((node) => (node.key === null ? [] : [[node.key, node] as const])))
  const currentOf = new Map<DesiredTreeNode, CurrentTreeNode>()
  const namedIds = new Set<string>()
  const keys = new Set<string>()
  const problems: InvalidField[] = []
  let count = 0

  const isNameless = ({ id, key }: DesiredTreeNode) => id === undefined && key == null

  const requestedIds = new Set<string>()
  const noteIds = (nodes: readonly DesiredTreeNode[]): void => {
    for (const { id, children } of nodes) {
      if (id !== undefined) requestedIds.add(id)
      if (children) noteIds(children)
    }
  }
  if (replacesAll) noteIds(desired)

  function find(node: DesiredTreeNode): CurrentTreeNode | undefined {
    const found = node.id === undefined ? (node.key == null ? undefined : byKey.get(node.key)) : byId.get(node.id)
    if (!found && revivesIds) return undefined
    // A node without an id can be a copy of the stored node with the same key. If the request also lists the stored
    // node by its id, or if the stored node is of another kind, the copy is a new node.
    const isOther = replacesAll && node.id === undefined && found
    if (isOther && (found.kind !== node.kind || requestedIds.has(found.id))) return undefined
    if (node.id !== undefined && found?.kind !== node.kind) {
      problems.push({ path: `${node.path}.id`, message: `is no ${node.kind} of this course` })
      return undefined
    }
    if (found && found.kind !== node.kind) {
      problems.push({ path: `${node.path}.key`, message: `is the key of a ${found.kind} of this course` })
      return undefined
    }
    return found
  }

  /** Notes the key that a node has after the request. Two nodes of a course cannot have the same key. */
  function noteKey(node: DesiredTreeNode, found: CurrentTreeNode | undefined): void {
    const key = node.key === undefined ? found?.key : node.key
    if (key == null) return
    if (keys.has(key))
      problems.push({ path: `${node.path}.key`, message: 'is used twice; a key is unique in its course' })
    keys.add(key)
  }

  function* matchByIdOrKey(nodes: readonly DesiredTreeNode[]): Generator<void, void> {
    for (const node of nodes) {
      if (++count % nodesPerStep === 0) yield
      const found = find(node)
      if (found) {
        if (namedIds.has(found.id))
          problems.push({ path: node.path, message: `is a ${node.kind} that the request has already listed` })
        namedIds.add(found.id)
        currentOf.set(node, found)
      }
      noteKey(node, found)
      if (node.children) yield* matchByIdOrKey(node.children)
    }
  }

  /**
   * Returns whether the request would change neither `stored` nor its listed children if `node` were matched with
   * `stored`.
   */
  function* isUnchanged(node: DesiredTreeNode, stored: CurrentTreeNode): Generator<void, boolean> {
    if (findChangedFields(stored, node).length > 0) return false
    const children = childrenOf.get(stored.id) ?? []
    let next = 0
    for (const child of node.children ?? []) {
      if (++count % nodesPerStep === 0) yield
      const known = currentOf.get(child)
      const identity = !known && isNameless(child) && contentIdentity(child, stored.id)
      const couldMean = (other: CurrentTreeNode) =>
        known ? other === known : !namedIds.has(other.id) && contentIdentity(other, stored.id) === identity
      while (next < children.length && !(couldMean(children[next]!) && (yield* isUnchanged(child, children[next]!)))) {
        if (++count % nodesPerStep === 0) yield
        next++
      }
      if (next++ === children.length) return false
    }
    return true
  }

  /** Returns the first candidate after the position `after` that the request would not change. */
  function* findUnchanged(
    node: DesiredTreeNode,
    candidates: Candidates,
    after: number,
  ): Generator<void, CurrentTreeNode | undefined> {
    // Each candidate is compared only once, so that the running time is linear in the number of nodes.
    while (candidates.next < candidates.stored.length) {
      const stored = candidates.stored[candidates.next++]!
      if (++count % nodesPerStep === 0) yield
      if (stored.order > after && !namedIds.has(stored.id) && (yield* isUnchanged(node, stored))) return stored
    }
    return undefined
  }

  function findFirst(candidates: Candidates): CurrentTreeNode | undefined {
    const { stored } = candidates
    while (candidates.first < stored.length && namedIds.has(stored[candidates.first]!.id)) candidates.first++
    return stored[candidates.first]
  }

  function* matchByContent(
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
      if (++count % nodesPerStep === 0) yield
      const candidates = remaining.get(identities[index]!)
      if (candidates) {
        const hasChoice = candidates.stored.length > candidates.requested
        const unchanged = hasChoice ? yield* findUnchanged(node, candidates, after) : undefined
        const found = unchanged ?? findFirst(candidates)
        if (found) {
          namedIds.add(found.id)
          currentOf.set(node, found)
          noteKey(node, found)
        }
      }
      const current = currentOf.get(node)
      if (current && current.parentId === parentId) after = Math.max(after, current.order)
      if (node.children) yield* matchByContent(node.children, current?.id, remaining)
    }
  }

  yield* matchByIdOrKey(desired)
  const remaining = new Map<string, Candidates>()
  for (const node of sorted) {
    if (++count % nodesPerStep === 0) yield
    if (namedIds.has(node.id)) continue
    const identity = contentIdentity(node, node.parentId)
    const equal = remaining.get(identity)
    if (equal) equal.stored.push(node)
    else remaining.set(identity, { stored: [node], requested: 0, first: 0, next: 0 })
  }
  yield* matchByContent(desired, courseId, remaining)
  // A stored node that the request leaves out keeps its key, so no node of the request can take this key.
  for (const node of replacesAll ? [] : current) {
    const isTaken = node.key !== null && keys.has(node.key) && !namedIds.has(node.id)
    if (isTaken)
      problems.push({
        path: 'modules',
        message: `the key ${node.key} belongs to a ${node.kind} that the request does not list`,
      })
  }
  return { currentOf, namedIds, problems }
}
