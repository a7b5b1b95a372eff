import type { InvalidField } from '../../platform/errors.ts'
import { getFieldValue } from '../records/record.ts'
import type { CurrentNode, DesiredNode } from './nodes.ts'

/**
 * Returns a text that identifies a node without id and key. For a module or lesson, the text contains the parent's id
 * and the name. For a block, it contains the lesson's id, the type and the content. If a stored node has the same text,
 * the request means this node.
 */
function contentIdentity({ kind, fields }: CurrentNode | DesiredNode, parentId: string): string {
  const [one, other] = kind === 'block' ? ['type', 'content'] : ['name']
  return JSON.stringify([parentId, kind, getFieldValue(fields, one!), other && getFieldValue(fields, other)])
}

/** After this many nodes, the generators of this file yield. */
const nodesPerStep = 200

/**
 * `currentOf` maps the nodes of a request to the stored nodes that they mean. `namedIds` contains the ids of these
 * stored nodes.
 */
type NodeMatches = {
  currentOf: Map<DesiredNode, CurrentNode>
  namedIds: Set<string>
  problems: InvalidField[]
}

/**
 * Finds the stored node for each node of a request, by id or by key. A node without id and key is matched by its
 * content (`contentIdentity`). If several stored nodes have the same content, the first unmatched one is taken.
 *
 * If `revivesIds` is true, a node with an unknown id is a new node with this id. If `replacesAll` is true, the caller
 * deletes the stored nodes that the request leaves out, so that nodes of the request can take their keys.
 *
 * The generator yields often, so that its caller can let other requests run.
 */
export function* matchNodes(
  courseId: string,
  current: readonly CurrentNode[],
  desired: readonly DesiredNode[],
  { revivesIds = false, replacesAll = false }: { revivesIds?: boolean; replacesAll?: boolean } = {},
): Generator<void, NodeMatches> {
  const byId = new Map(current.map((node) => [node.id, node]))
  const byKey = new Map(current.flatMap((node) => (node.key === null ? [] : [[node.key, node] as const])))
  const currentOf = new Map<DesiredNode, CurrentNode>()
  const namedIds = new Set<string>()
  const keys = new Set<string>()
  const problems: InvalidField[] = []
  let count = 0

  // A node of a release has a key or null, and only its id says which node it is.
  const hasNoKey = ({ key }: DesiredNode) => key === undefined || (key === null && !revivesIds)

  const requestedIds = new Set<string>()
  const noteIds = (nodes: readonly DesiredNode[]): void => {
    for (const { id, children } of nodes) {
      if (id !== undefined) requestedIds.add(id)
      if (children) noteIds(children)
    }
  }
  if (replacesAll) noteIds(desired)

  function find(node: DesiredNode): CurrentNode | undefined {
    const found = node.id === undefined ? (node.key == null ? undefined : byKey.get(node.key)) : byId.get(node.id)
    if (!found && revivesIds) return undefined
    // The stored node with the key of a copy is another node of the request, or will be deleted.
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
  function noteKey(node: DesiredNode, found: CurrentNode | undefined): void {
    const key = node.key === undefined ? found?.key : node.key
    if (key == null) return
    if (keys.has(key))
      problems.push({ path: `${node.path}.key`, message: 'is used twice; a key is unique in its course' })
    keys.add(key)
  }

  function* matchByIdOrKey(nodes: readonly DesiredNode[]): Generator<void, void> {
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

  function* matchByContent(
    nodes: readonly DesiredNode[],
    parentId: string | undefined,
    remaining: Map<string, CurrentNode[]>,
  ): Generator<void, void> {
    for (const node of nodes) {
      if (++count % nodesPerStep === 0) yield
      if (node.id === undefined && hasNoKey(node) && parentId !== undefined) {
        const found = remaining.get(contentIdentity(node, parentId))?.shift()
        if (found) {
          namedIds.add(found.id)
          currentOf.set(node, found)
          noteKey(node, found)
        }
      }
      if (node.children) yield* matchByContent(node.children, currentOf.get(node)?.id, remaining)
    }
  }

  yield* matchByIdOrKey(desired)
  const remaining = new Map<string, CurrentNode[]>()
  for (const node of current.toSorted((a, b) => a.order - b.order)) {
    if (++count % nodesPerStep === 0) yield
    if (namedIds.has(node.id)) continue
    const identity = contentIdentity(node, node.parentId)
    const equal = remaining.get(identity)
    if (equal) equal.push(node)
    else remaining.set(identity, [node])
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
