import { findUnmovedSiblings } from '../outline/kept-order.ts'
import { type LevelName, levelDefinitions } from '../outline/levels.ts'
import type { NodeFieldsWithDigest, RequestedNodeFields } from '../outline/rows.ts'
import { getFieldValue } from '../records/record.ts'

/** A module, lesson or block of the course before a request changes the course tree. */
export type CurrentNode = {
  [L in LevelName]: {
    kind: L
    id: string
    parentId: string
    key: string | null
    order: number
    fields: NodeFieldsWithDigest[L]
  }
}[LevelName]

/**
 * A module, lesson or block of a request, at `path` in the request. Without `children`, the stored children stay
 * unchanged.
 */
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

/**
 * A module, lesson or block (node) after a request, and how the request changes the node. `desired` is undefined if the
 * request leaves the node out. A node is `isShifted` if only the position number of the node changes, because other
 * nodes were inserted, moved or deleted.
 */
export type PlannedTreeNode = {
  kind: LevelName
  id: string
  parentId: string
  key: string | null
  order: number
  /**
   * The place of the node in the course after the request, such as `modules.0.lessons.2`. The path of a deleted node is
   * the old place.
   */
  path: string
  change: TreeChangeKind
  /** The names of the fields that the request changes. */
  fields: string[]
  isMoved: boolean
  isShifted: boolean
  current?: CurrentNode
  desired?: DesiredNode
}

type TreeInputProblem = { path: string; message: string }

type CourseTreePlan = { nodes: PlannedTreeNode[]; problems: TreeInputProblem[] }

const childLevel: Record<LevelName, LevelName | undefined> = { module: 'lesson', lesson: 'block', block: undefined }

/**
 * Returns a text by which a node without an id and a key is recognized: the parent's id with the name, or for a block
 * with the type and the content.
 */
function contentIdentity({ kind, fields }: CurrentNode | DesiredNode, parentId: string): string {
  const [one, other] = kind === 'block' ? ['type', 'content'] : ['name']
  return JSON.stringify([parentId, kind, getFieldValue(fields, one!), other && getFieldValue(fields, other)])
}

/**
 * Finds the stored node for each node of a request, by id or by key. For a node without an id and a key, finds the
 * first remaining child of the same parent with the same name, or for a block with the same type and content.
 */
function matchNodes(courseId: string, current: readonly CurrentNode[], desired: readonly DesiredNode[]) {
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

  function matchByIdOrKey(nodes: readonly DesiredNode[]): void {
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
      matchByIdOrKey(node.children ?? [])
    }
  }

  function matchByContent(
    nodes: readonly DesiredNode[],
    parentId: string | undefined,
    remaining: Map<string, CurrentNode[]>,
  ): void {
    for (const node of nodes) {
      if (node.id === undefined && node.key === undefined && parentId !== undefined) {
        const found = remaining.get(contentIdentity(node, parentId))?.shift()
        if (found) {
          namedIds.add(found.id)
          currentOf.set(node, found)
          if (found.key !== null) keys.add(found.key)
        }
      }
      if (node.children) matchByContent(node.children, currentOf.get(node)?.id, remaining)
    }
  }

  matchByIdOrKey(desired)
  const unnamed = current.filter(({ id }) => !namedIds.has(id)).sort((a, b) => a.order - b.order)
  matchByContent(
    desired,
    courseId,
    Map.groupBy(unnamed, (node) => contentIdentity(node, node.parentId)),
  )
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

/** Returns the names of the fields that a request changes. */
function findChangedFields(current: CurrentNode, desired: DesiredNode): string[] {
  const changed = levelDefinitions[desired.kind].columns
    .map(({ field }) => field)
    .filter((field) => {
      const value = getFieldValue(desired.fields, field)
      return value !== undefined && !isSameFieldValue(value, getFieldValue(current.fields, field))
    })
  return desired.key === undefined || desired.key === current.key ? changed : ['key', ...changed]
}

/**
 * A child in the new sequence of a parent's children. `desired` is the child in the request, and `current` is the
 * stored child.
 */
type Child = { desired?: DesiredNode; current?: CurrentNode }

/**
 * Returns the new sequence of the children of a parent. Children that the request does not list keep their places. The
 * places of the listed children that the parent already had are filled with these children in the order of the request.
 * A new child comes directly after the child that the request lists before the new child, or else directly before the
 * next listed child, or else last.
 * @param before the children that stay, in their old sequence
 */
function mergeChildren(before: readonly CurrentNode[], listed: readonly Child[]): Child[] {
  const staying = new Set(before)
  const present = listed.filter(({ current }) => current && staying.has(current))
  const presentNodes = new Set(present.map(({ current }) => current))
  const added = new Map<Child | undefined, Child[]>()
  let anchor: Child | undefined
  for (const child of listed) {
    if (presentNodes.has(child.current)) anchor = child
    else added.set(anchor, [...(added.get(anchor) ?? []), child])
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

/**
 * Plans how a request changes a course tree: the parent, the position and the change of every node. With `prune`, nodes
 * that a list leaves out are deleted. Children that keep their sequence keep their positions; otherwise, positions are
 * numbered from 0.
 */
export function planTreeChanges(
  courseId: string,
  current: readonly CurrentNode[],
  desired: readonly DesiredNode[] | undefined,
  { prune, makeId }: { prune: boolean; makeId: () => string },
): CourseTreePlan {
  const { currentOf, namedIds, problems } = matchNodes(courseId, current, desired ?? [])
  if (problems.length > 0) return { nodes: [], problems }
  const sorted = [...current].sort((a, b) => a.order - b.order)
  const childrenOf = Map.groupBy(sorted, (node) => node.parentId)
  const nodes: PlannedTreeNode[] = []
  const deleted: PlannedTreeNode[] = []

  function planDelete(node: CurrentNode, path: string): void {
    const { kind, id, parentId, key, order } = node
    deleted.push({
      kind,
      id,
      parentId,
      key,
      order,
      path,
      change: 'deleted',
      fields: [],
      isMoved: false,
      isShifted: false,
      current: node,
    })
    for (const [index, child] of (childrenOf.get(id) ?? []).entries())
      if (!namedIds.has(child.id)) planDelete(child, `${path}.${levelDefinitions[child.kind].table}.${index}`)
  }

  function planNode(
    { desired: node, current: found }: Child,
    parentId: string,
    order: number,
    path: string,
    isMoved: boolean,
  ): void {
    const kind = (node ?? found)!.kind
    const id = found?.id ?? makeId()
    const fields = node && found ? findChangedFields(found, node) : []
    const change = !found ? 'created' : fields.length > 0 ? 'updated' : isMoved ? 'moved' : 'unchanged'
    const isShifted = found !== undefined && change === 'unchanged' && found.order !== order
    const key = node?.key ?? found?.key ?? null
    nodes.push({
      kind,
      id,
      parentId,
      key,
      order,
      path,
      change,
      fields,
      isMoved,
      isShifted,
      current: found,
      desired: node,
    })
    const level = childLevel[kind]
    if (level) planChildren(id, node?.children, `${path}.${levelDefinitions[level].table}`)
  }

  function planChildren(parentId: string, children: readonly DesiredNode[] | undefined, path: string): void {
    const here = childrenOf.get(parentId) ?? []
    const listed = children?.map((node): Child => ({ desired: node, current: currentOf.get(node) }))
    const own = new Set(listed?.map((child) => child.current))
    const staying = here.filter((node) => own.has(node) || (!namedIds.has(node.id) && !(prune && listed)))
    const sequence = listed
      ? prune
        ? listed
        : mergeChildren(staying, listed)
      : staying.map((node): Child => ({ current: node }))
    const known = sequence.flatMap(({ desired: node, current: found }) =>
      found?.parentId === parentId ? [{ id: found.id, order: found.order, isListed: node !== undefined }] : [],
    )
    const unmoved = new Set([...findUnmovedSiblings(known)].map(({ id }) => id))
    const keepsOrder = unmoved.size === sequence.length
    for (const [index, child] of sequence.entries()) {
      const isMoved = child.current !== undefined && !unmoved.has(child.current.id)
      planNode(child, parentId, keepsOrder ? child.current!.order : index, `${path}.${index}`, isMoved)
    }
    if (prune && listed)
      for (const [index, node] of here.entries()) if (!namedIds.has(node.id)) planDelete(node, `${path}.${index}`)
  }

  planChildren(courseId, desired, 'modules')
  return { nodes: [...nodes, ...deleted], problems: [] }
}
