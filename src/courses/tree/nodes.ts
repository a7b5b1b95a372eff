import type { LevelName } from '../outline/levels.ts'
import type { RequestedNodeFieldsWithContentDigest, StoredNodeFieldsWithContentDigest } from '../outline/rows.ts'

/**
 * After this number of nodes, a generator that plans a write of a course tree yields, so that other requests can run.
 */
export const nodesBetweenYields = 200

/** A module, lesson or block in the database, before the request. */
export type StoredTreeNode = {
  [L in LevelName]: {
    kind: L
    id: string
    parentId: string
    key: string | null
    order: number
    fields: StoredNodeFieldsWithContentDigest[L]
  }
}[LevelName]

/**
 * A module, lesson or block of a request, at `path` in the request. Without `children`, the stored children stay
 * unchanged.
 */
export type DesiredTreeNode = {
  [L in LevelName]: {
    kind: L
    path: string
    id?: string
    /** The key of the node after the request. Null removes the stored key, and undefined keeps it. */
    key?: string | null
    fields: RequestedNodeFieldsWithContentDigest[L]
    children?: DesiredTreeNode[]
  }
}[LevelName]

export type TreeChangeKind = 'created' | 'updated' | 'moved' | 'deleted' | 'unchanged'

/**
 * The plan for one module, lesson or block. `parentId`, `key` and `order` are the planned values, or the values before
 * a deletion.
 */
export type PlannedNodeChange = {
  kind: LevelName
  id: string
  parentId: string
  key: string | null
  order: number
  /**
   * The path of the node in the course after the request, such as `modules.0.lessons.2`. For a deleted node, its path
   * before the request.
   */
  path: string
  change: TreeChangeKind
  /** The names of the fields that the request changes. */
  fields: string[]
  isMoved: boolean
  /** Whether only the position number changes, for example because the request inserts a sibling before the node. */
  isShifted: boolean
  /** The node as it is stored before the request. Undefined for a new node. */
  current?: StoredTreeNode
  /** The node as the request describes it. Undefined if the request leaves the node out. */
  desired?: DesiredTreeNode
}
