import type { InvalidField } from '../../platform/errors.ts'
import { matchNodesByContent, type NodeMatchingState } from './match-nodes-by-content.ts'
import { type DesiredTreeNode, nodesBetweenYields, type StoredTreeNode } from './nodes.ts'
import { makeStoredNodeFinder, type NodeMatchingOptions } from './stored-node-finder.ts'

/** The matches between the nodes of a request and the stored nodes of a course. */
type NodeMatches = {
  /** Maps the nodes of the request to the matching stored nodes. */
  storedNodeOf: ReadonlyMap<DesiredTreeNode, StoredTreeNode>
  /** The ids of the stored nodes that have a match. */
  matchedIds: ReadonlySet<string>
  /** Maps the id of the course and of each stored node to the stored children, in order. */
  childrenOf: ReadonlyMap<string, readonly StoredTreeNode[]>
  problems: InvalidField[]
}

/** Finds the stored node for each node of a request: by id, by key, or by content if the node has neither. */
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
  // Without `replacesWholeCourse`, unlisted stored nodes can stay in the course. Other nodes must not take their keys.
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
