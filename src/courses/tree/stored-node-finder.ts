import type { InvalidField } from '../../platform/errors.ts'
import type { DesiredTreeNode, StoredTreeNode } from './nodes.ts'

/** Options for the search of the stored node that matches a node of a request. */
export type NodeMatchingOptions = {
  /** If true, a node with an unknown id is created with this id. If false, an unknown id is an error. */
  recreatesDeletedNodes?: boolean
  /**
   * If true, the caller deletes all stored nodes that the request leaves out. Nodes of the request can then take the
   * keys of the deleted nodes.
   */
  replacesWholeCourse?: boolean
}

/**
 * Returns a function that finds a stored node by a property: its id or its key. The first call of the returned function
 * builds the index, and later calls use this index.
 */
function makeLazyIndex(
  nodes: readonly StoredTreeNode[],
  propertyOf: (node: StoredTreeNode) => string | null,
): (value: string) => StoredTreeNode | undefined {
  let index: Map<string, StoredTreeNode> | undefined
  return (value) => {
    if (!index) {
      index = new Map()
      for (const node of nodes) {
        const property = propertyOf(node)
        if (property !== null) index.set(property, node)
      }
    }
    return index.get(value)
  }
}

/**
 * Returns a function that finds the stored node for a requested node by id, or by key if the node has no id. Errors go
 * to `problems`.
 */
export function makeStoredNodeFinder(
  current: readonly StoredTreeNode[],
  desired: readonly DesiredTreeNode[],
  { recreatesDeletedNodes = false, replacesWholeCourse = false }: NodeMatchingOptions,
  problems: InvalidField[],
) {
  const findById = makeLazyIndex(current, ({ id }) => id)
  const findByKey = makeLazyIndex(current, ({ key }) => key)
  const requestedIds = new Set<string>()
  const noteIds = (nodes: readonly DesiredTreeNode[]): void => {
    for (const { id, children } of nodes) {
      if (id !== undefined) requestedIds.add(id)
      if (children) noteIds(children)
    }
  }
  if (replacesWholeCourse) noteIds(desired)

  return function find(node: DesiredTreeNode): StoredTreeNode | undefined {
    const found = node.id === undefined ? (node.key == null ? undefined : findByKey(node.key)) : findById(node.id)
    if (!found && recreatesDeletedNodes) return undefined
    // With `replacesWholeCourse`, a node of the request without an id can be new although a stored node has its key.
    // This is so if the stored node is of another kind, or if the request lists the stored node by its id.
    const isOther = replacesWholeCourse && node.id === undefined && found
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
}
