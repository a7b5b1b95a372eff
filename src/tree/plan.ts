import type { LevelName } from '../outline/levels.ts'

/** A node as it stands. `content` is a digest for a block: enough to tell whether it changes. */
export type Standing = {
  kind: LevelName
  id: string
  parentId: string
  key: string | null
  order: number
  fields: Readonly<Record<string, string | null>>
}

/** A node as it is wanted, with where it stands in the request. A list that is absent leaves the children as they are. */
export type Wanted = {
  kind: LevelName
  path: string
  id?: string
  key?: string
  fields: Readonly<Record<string, string | null | undefined>>
  children?: Wanted[]
}

export type ChangeName = 'created' | 'updated' | 'moved' | 'deleted' | 'unchanged'

/** A node as it will stand, and what that makes of it. `wanted` is undefined for one that the request does not name. */
export type Planned = {
  kind: LevelName
  id: string
  parentId: string
  key: string | null
  order: number
  change: ChangeName
  wanted?: Wanted
}

export type Problem = { path: string; message: string }

export type Plan = { nodes: Planned[]; problems: Problem[] }

const childKind: Record<LevelName, LevelName | undefined> = { module: 'lesson', lesson: 'block', block: undefined }

/** Which standing node each wanted one is: by id, else by key. */
function match(standing: readonly Standing[], wanted: readonly Wanted[]) {
  const byId = new Map(standing.map((node) => [node.id, node]))
  const byKey = new Map(standing.flatMap((node) => (node.key === null ? [] : [[node.key, node] as const])))
  const known = new Map<Wanted, Standing>()
  const named = new Set<string>()
  const keys = new Set<string>()
  const problems: Problem[] = []

  function find(node: Wanted): Standing | undefined {
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

  function visit(nodes: readonly Wanted[]): void {
    for (const node of nodes) {
      const found = find(node)
      if (found) {
        if (named.has(found.id))
          problems.push({ path: node.path, message: `names a ${node.kind} that is named before` })
        named.add(found.id)
        known.set(node, found)
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
  visit(wanted)
  // A key that stays with a node which the request does not re-key cannot be given to another.
  for (const node of standing) {
    const holder = node.key !== null && keys.has(node.key) && !named.has(node.id)
    if (holder)
      problems.push({ path: 'modules', message: `the key ${node.key} belongs to a ${node.kind} that is not named` })
  }
  return { known, named, problems }
}

const sameFields = (node: Standing, wanted: Wanted) =>
  (wanted.key === undefined || wanted.key === node.key) &&
  Object.entries(wanted.fields).every(([name, value]) => value === undefined || value === node.fields[name])

/**
 * What a tree call will do: where every node of the course stands afterwards, and what becomes of it. Pure: a dry run and
 * a real one plan alike.
 *
 * Order is the order of the lists. Nodes that a present list does not name stay after those that it names, or are deleted
 * with all below them when `prune` is set. A list whose nodes keep their parent and their sequence keeps its positions;
 * any other is numbered from 0.
 */
export function planTree(
  courseId: string,
  standing: readonly Standing[],
  wanted: readonly Wanted[] | undefined,
  { prune, newId }: { prune: boolean; newId: () => string },
): Plan {
  const { known, named, problems } = match(standing, wanted ?? [])
  if (problems.length > 0) return { nodes: [], problems }
  const childrenOf = Map.groupBy(standing, (node) => node.parentId)
  const nodes: Planned[] = []
  const dropped: Planned[] = []

  function drop(node: Standing): void {
    const { kind, id, parentId, key, order } = node
    dropped.push({ kind, id, parentId, key, order, change: 'deleted' })
    for (const child of childrenOf.get(id) ?? []) if (!named.has(child.id)) drop(child)
  }

  function keep({ kind, id, parentId, key, order: was }: Standing, order: number): void {
    nodes.push({ kind, id, parentId, key, order, change: was === order ? 'unchanged' : 'moved' })
    if (childKind[kind]) list(id, undefined)
  }

  function put(node: Wanted, parentId: string, order: number): void {
    const found = known.get(node)
    const id = found?.id ?? newId()
    const key = node.key ?? found?.key ?? null
    const change = changeOf(node, found, parentId, order)
    nodes.push({ kind: node.kind, id, parentId, key, order, change, wanted: node })
    if (childKind[node.kind]) list(id, node.children)
  }

  /** The children of a parent: those that are wanted, then those that stay. */
  function list(parentId: string, children: readonly Wanted[] | undefined): void {
    const staying = (childrenOf.get(parentId) ?? []).filter((node) => !named.has(node.id))
    if (!children) {
      for (const node of staying) keep(node, node.order)
      return
    }
    const rest = prune ? [] : staying
    const present = [...children.map((node) => known.get(node)), ...rest]
    const inPlace = present.every((node, index) => {
      const before = present[index - 1]
      return node?.parentId === parentId && (index === 0 || (before !== undefined && before.order < node.order))
    })
    const orderAt = (index: number) => (inPlace ? present[index]!.order : index)
    children.forEach((node, index) => {
      put(node, parentId, orderAt(index))
    })
    rest.forEach((node, index) => {
      keep(node, orderAt(children.length + index))
    })
    if (prune) staying.forEach(drop)
  }

  list(courseId, wanted)
  return { nodes: [...nodes, ...dropped], problems: [] }
}

function changeOf(node: Wanted, found: Standing | undefined, parentId: string, order: number): ChangeName {
  if (!found) return 'created'
  if (found.parentId !== parentId || found.order !== order) return 'moved'
  return sameFields(found, node) ? 'unchanged' : 'updated'
}
