import type { InvalidField } from '../../platform/errors.ts'
import { type LevelName, levelDefinitions } from '../outline/levels.ts'
import { assertSiblingCount } from '../outline/rules/course-size.ts'
import { findChangedFields } from './changed-fields.ts'
import { type ChildAfterRequest, type ChildWithNewPosition, computeChildPositions } from './child-placement.ts'
import { matchRequestToStoredNodes } from './match-nodes.ts'
import { type DesiredTreeNode, nodesBetweenYields, type PlannedNodeChange, type StoredTreeNode } from './nodes.ts'

type PlanOptions = {
  /**
   * Whether the plan deletes each stored child that is missing in the request's list of children of the same parent. If
   * the request has no such list, the children stay.
   */
  prune: boolean
  makeId: () => string
  recreatesDeletedNodes?: boolean
  replacesWholeCourse?: boolean
}
export type CourseTreeChangePlan = { nodes: PlannedNodeChange[]; problems: InvalidField[] }

const childLevel: Record<LevelName, LevelName | undefined> = { module: 'lesson', lesson: 'block', block: undefined }

/**
 * Plans how a request changes a course tree. The generator pauses often (`yield`). At each pause, its caller can let
 * other requests run.
 * @throws ApiError `conflict` if a parent would have too many children
 */
export function* planTreeChangesInSteps(
  courseId: string,
  current: readonly StoredTreeNode[],
  desired: readonly DesiredTreeNode[] | undefined,
  { prune, makeId, ...matching }: PlanOptions,
): Generator<void, CourseTreeChangePlan> {
  const matches = yield* matchRequestToStoredNodes(courseId, current, desired ?? [], matching)
  const { storedNodeOf, matchedIds, childrenOf, problems } = matches
  if (problems.length > 0) return { nodes: [], problems }
  const nodes: PlannedNodeChange[] = []
  const deleted: PlannedNodeChange[] = []

  /** Maps the id of each stored node to the path that the node had before the request. */
  const oldPaths = new Map<string, string>()
  function noteOldPaths(parentId: string, path: string): void {
    for (const [index, { id, kind }] of (childrenOf.get(parentId) ?? []).entries()) {
      oldPaths.set(id, `${path}.${index}`)
      const level = childLevel[kind]
      if (level) noteOldPaths(id, `${path}.${index}.${levelDefinitions[level].table}`)
    }
  }
  if (prune) noteOldPaths(courseId, 'modules')

  function planDelete(node: StoredTreeNode): void {
    const { kind, id, parentId, key, order } = node
    const path = oldPaths.get(id)!
    const unchanged = { fields: [], isMoved: false, isShifted: false }
    deleted.push({ kind, id, parentId, key, order, path, change: 'deleted', ...unchanged, current: node })
    for (const child of childrenOf.get(id) ?? []) if (!matchedIds.has(child.id)) planDelete(child)
  }

  function planNode(
    { desired: node, current: found, order, isMoved }: ChildWithNewPosition,
    parentId: string,
    path: string,
  ): PlannedNodeChange {
    const kind = (node ?? found)!.kind
    const id = found?.id ?? node?.id ?? makeId()
    const fields = node && found ? findChangedFields(found, node) : []
    const change = !found ? 'created' : fields.length > 0 ? 'updated' : isMoved ? 'moved' : 'unchanged'
    const isShifted = found !== undefined && fields.length === 0 && found.parentId === parentId && found.order !== order
    const key = (node?.key === undefined ? found?.key : node.key) ?? null
    const moves = { isMoved, isShifted }
    return { kind, id, parentId, key, order, path, change, fields, ...moves, current: found, desired: node }
  }

  function* planChildren(
    parentId: string,
    children: readonly DesiredTreeNode[] | undefined,
    path: string,
  ): Generator<void, void> {
    const here = childrenOf.get(parentId) ?? []
    const listed = children?.map((node): ChildAfterRequest => ({ desired: node, current: storedNodeOf.get(node) }))
    const placed = computeChildPositions(
      parentId,
      here,
      listed,
      (node) => !matchedIds.has(node.id) && !(prune && listed),
    )
    if (placed.length > here.length) assertSiblingCount(placed.length)
    for (const [index, child] of placed.entries()) {
      const node = planNode(child, parentId, `${path}.${index}`)
      if (nodes.push(node) % nodesBetweenYields === 0) yield
      const level = childLevel[node.kind]
      if (level) yield* planChildren(node.id, child.desired?.children, `${node.path}.${levelDefinitions[level].table}`)
    }
    if (prune && listed) for (const node of here) if (!matchedIds.has(node.id)) planDelete(node)
  }

  yield* planChildren(courseId, desired, 'modules')
  return { nodes: [...nodes, ...deleted], problems: [] }
}
