import type { InvalidField } from '../../platform/errors.ts'
import { matchNodesByContent, type NodeMatchingState } from './match-nodes-by-content.ts'
import { type DesiredTreeNode, nodesBetweenYields, type StoredTreeNode } from './nodes.ts'
import { makeStoredNodeFinder, type NodeMatchingOptions } from './stored-node-finder.ts'

/**
 * `storedNodeOf` maps the nodes of a request to the matching stored nodes, and `matchedIds` contains the ids of these
 * stored nodes. `childrenOf` maps the id of the course and of each stored node to its stored children, in order.
 */
type NodeMatches = {
  storedNodeOf: ReadonlyMap<DesiredTreeNode, StoredTreeNode>
  matchedIds: ReadonlySet<string>
  childrenOf: ReadonlyMap<string, readonly StoredTreeNode[]>
  problems: InvalidField[]
}

/**
 * Finds the stored node for each node of a request, by id or by key. A node without id and key is matched by its
 * content (`match-nodes-by-content.ts`). The generator yields often, so that its caller can let other requests run.
 */
export function* matchRequestToStoredNodes(
  courseId: string,
  current: readonly StoredTreeNode[],
  desired: readonly DesiredTreeNode[],
  options: NodeMatchingOptions = {},
): Generator<void, NodeMatches> {
  const sorted = current.toSorted((a, b) => a.order - b.order)
  const childrenOf = Map.groupBy(sorted, ({ parentId }) => parentId)
  const storedNodeOf = new Map<DesiredTreeNode, StoredTreeNode>()
  const matchedIds = new Set<string>()
  const keys = new Set<string>()
  const problems: InvalidField[] = []
  const find = makeStoredNodeFinder(current, desired, options, problems)

  /**
   * Records the key that a node has after the request. Adds a problem if another node of the request has the same key,
   * because a key is unique in its course.
   */
  function noteKey(node: DesiredTreeNode, found: StoredTreeNode | undefined): void {
    const key = node.key === undefined ? found?.key : node.key
    if (key == null) return
    if (keys.has(key))
      problems.push({ path: `${node.path}.key`, message: 'is used twice; a key is unique in its course' })
    keys.add(key)
  }

  function noteMatch(node: DesiredTreeNode, found: StoredTreeNode): void {
    matchedIds.add(found.id)
    storedNodeOf.set(node, found)
    noteKey(node, found)
  }

  const state: NodeMatchingState = { storedNodeOf, matchedIds, childrenOf, noteMatch, visited: 0 }

  function* matchByIdOrKey(nodes: readonly DesiredTreeNode[]): Generator<void, void> {
    for (const node of nodes) {
      if (++state.visited % nodesBetweenYields === 0) yield
      const found = find(node)
      if (found) {
        if (matchedIds.has(found.id))
          problems.push({ path: node.path, message: `is a ${node.kind} that the request has already listed` })
        noteMatch(node, found)
      } else noteKey(node, undefined)
      if (node.children) yield* matchByIdOrKey(node.children)
    }
  }

  yield* matchByIdOrKey(desired)
  yield* matchNodesByContent(courseId, sorted, desired, state)
  // Without `replacesWholeCourse`, the course may keep a stored node that the request leaves out. So no node of the request may
  // take the key of this stored node.
  for (const node of options.replacesWholeCourse ? [] : current) {
    const isTaken = node.key !== null && keys.has(node.key) && !matchedIds.has(node.id)
    if (isTaken)
      problems.push({
        path: 'modules',
        message: `the key ${node.key} belongs to a ${node.kind} that the request does not list`,
      })
  }
  return { storedNodeOf, matchedIds, childrenOf, problems }
}
