import { type LevelName, levelDefinitions } from '../outline/levels.ts'
import type { ComparableNodeFields, RequestedNodeFields } from '../outline/rows.ts'
import { getFieldValue } from '../records/record.ts'

/** A module, lesson or block of the course before a request changes the course tree. */
export type CurrentNode = {
  [L in LevelName]: {
    kind: L
    id: string
    parentId: string
    key: string | null
    order: number
    fields: ComparableNodeFields[L]
  }
}[LevelName]

/** A module, lesson or block of a request, at `path` in the request. Without `children`, the stored children stay. */
export type DesiredNode = {
  [L in LevelName]: {
    kind: L
    path: string
    id?: string
    key?: string
    fields: RequestedNodeFields[L]
    children?: DesiredNode[]
  }
}[LevelName]

export type TreeChangeKind = 'created' | 'updated' | 'moved' | 'deleted' | 'unchanged'

/** A node after a request, and how the node changes. `desired` is undefined if the request leaves the node out. */
export type PlannedTreeNode = {
  kind: LevelName
  id: string
  parentId: string
  key: string | null
  order: number
  change: TreeChangeKind
  desired?: DesiredNode
}

type TreeInputProblem = { path: string; message: string }

type CourseTreePlan = { nodes: PlannedTreeNode[]; problems: TreeInputProblem[] }

const childLevel: Record<LevelName, LevelName | undefined> = { module: 'lesson', lesson: 'block', block: undefined }

/** Finds the current node for each desired node by id, or by key if the desired node has no id. */
function matchNodes(current: readonly CurrentNode[], desired: readonly DesiredNode[]) {
  const byId = new Map(current.map((node) => [node.id, node]))
  const byKey = new Map(current.flatMap((node) => (node.key === null ? [] : [[node.key, node] as const])))
  const currentOf = new Map<DesiredNode, CurrentNode>()
  const namedIds = new Set<string>()
  const keys = new Set<string>()
  const problems: TreeInputProblem[] = []

  function find(node: DesiredNode): CurrentNode | undefined {
    const found = node.id === undefined ? (node.key === undefined ? undefined : byKey.get(node.key)) : byId.get(node.id)
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

  function visit(nodes: readonly DesiredNode[]): void {
    for (const node of nodes) {
      const found = find(node)
      if (found) {
        if (namedIds.has(found.id))
          problems.push({ path: node.path, message: `names a ${node.kind} that is named before` })
        namedIds.add(found.id)
        currentOf.set(node, found)
      }
      const key = node.key ?? found?.key
      if (key != null) {
        if (keys.has(key))
          problems.push({ path: `${node.path}.key`, message: 'is used twice; a key is unique in its course' })
        keys.add(key)
      }
      visit(node.children ?? [])
    }
  }
  visit(desired)
  // A node that the request leaves out keeps its key, so no other node can take that key.
  for (const node of current) {
    const isTaken = node.key !== null && keys.has(node.key) && !namedIds.has(node.id)
    if (isTaken)
      problems.push({ path: 'modules', message: `the key ${node.key} belongs to a ${node.kind} that is not named` })
  }
  return { currentOf, namedIds, problems }
}

export const isSameFieldValue = (value: unknown, other: unknown) =>
  value === other || (Array.isArray(value) && JSON.stringify(value) === JSON.stringify(other))

const hasSameFields = (current: CurrentNode, desired: DesiredNode) =>
  (desired.key === undefined || desired.key === current.key) &&
  levelDefinitions[desired.kind].columns.every(({ field }) => {
    const value = getFieldValue(desired.fields, field)
    return value === undefined || isSameFieldValue(value, getFieldValue(current.fields, field))
  })

/**
 * Plans how a request changes a course tree: the parent, position and kind of change of every node. Nodes that a list
 * leaves out follow the listed nodes, or are deleted with `prune`. Nodes that keep their parent and sequence keep their
 * positions; otherwise, positions are numbered from 0.
 */
export function planTreeChanges(
  courseId: string,
  current: readonly CurrentNode[],
  desired: readonly DesiredNode[] | undefined,
  { prune, makeId }: { prune: boolean; makeId: () => string },
): CourseTreePlan {
  const { currentOf, namedIds, problems } = matchNodes(current, desired ?? [])
  if (problems.length > 0) return { nodes: [], problems }
  const childrenOf = Map.groupBy(current, (node) => node.parentId)
  const nodes: PlannedTreeNode[] = []
  const deleted: PlannedTreeNode[] = []

  function planDelete(node: CurrentNode): void {
    const { kind, id, parentId, key, order } = node
    deleted.push({ kind, id, parentId, key, order, change: 'deleted' })
    for (const child of childrenOf.get(id) ?? []) if (!namedIds.has(child.id)) planDelete(child)
  }

  function planKeep({ kind, id, parentId, key, order: before }: CurrentNode, order: number): void {
    nodes.push({ kind, id, parentId, key, order, change: before === order ? 'unchanged' : 'moved' })
    if (childLevel[kind]) planChildren(id, undefined)
  }

  function planNode(node: DesiredNode, parentId: string, order: number): void {
    const found = currentOf.get(node)
    const id = found?.id ?? makeId()
    const key = node.key ?? found?.key ?? null
    const change = changeOf(node, found, parentId, order)
    nodes.push({ kind: node.kind, id, parentId, key, order, change, desired: node })
    if (childLevel[node.kind]) planChildren(id, node.children)
  }

  /** Plans the children of a parent: first the children in the request, then the stored children that it leaves out. */
  function planChildren(parentId: string, children: readonly DesiredNode[] | undefined): void {
    const others = (childrenOf.get(parentId) ?? []).filter((node) => !namedIds.has(node.id))
    if (!children) {
      for (const node of others) planKeep(node, node.order)
      return
    }
    const rest = prune ? [] : others
    const present = [...children.map((node) => currentOf.get(node)), ...rest]
    const inPlace = present.every((node, index) => {
      const before = present[index - 1]
      return node?.parentId === parentId && (index === 0 || (before !== undefined && before.order < node.order))
    })
    const orderAt = (index: number) => (inPlace ? present[index]!.order : index)
    children.forEach((node, index) => {
      planNode(node, parentId, orderAt(index))
    })
    rest.forEach((node, index) => {
      planKeep(node, orderAt(children.length + index))
    })
    if (prune) others.forEach(planDelete)
  }

  planChildren(courseId, desired)
  return { nodes: [...nodes, ...deleted], problems: [] }
}

function changeOf(node: DesiredNode, found: CurrentNode | undefined, parentId: string, order: number): TreeChangeKind {
  if (!found) return 'created'
  if (found.parentId !== parentId || found.order !== order) return 'moved'
  return hasSameFields(found, node) ? 'unchanged' : 'updated'
}
