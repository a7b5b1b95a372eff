import { makeUuidV7 } from '../../platform/uuid.ts'
import type { LevelName } from '../outline/levels.ts'
import type { TopmostDeletedNode } from '../outline/writes/trash.ts'
import type { PlannedNodeChange, StoredTreeNode } from './nodes.ts'

/** Returns for each stored node the id of the sibling directly before it, or null for a first child. */
function findPreviousSiblings(current: readonly StoredTreeNode[]): Map<string, string | null> {
  const previous = new Map<string, string | null>()
  const last = new Map<string, string>()
  for (const { id, parentId } of [...current].sort((a, b) => a.order - b.order)) {
    previous.set(id, last.get(parentId) ?? null)
    last.set(parentId, id)
  }
  return previous
}

/**
 * Returns the deleted modules, lessons and blocks whose parents are not deleted, grouped by kind. Each of these nodes
 * becomes an entry in the trash.
 */
export function findTopmostDeletedNodes(nodes: readonly PlannedNodeChange[], current: readonly StoredTreeNode[]) {
  const roots: Record<LevelName, TopmostDeletedNode[]> = { module: [], lesson: [], block: [] }
  const deleted = nodes.filter(({ change }) => change === 'deleted')
  if (deleted.length === 0) return roots
  const deletedIds = new Set(deleted.map(({ id }) => id))
  const previous = findPreviousSiblings(current)
  for (const { kind, id, parentId } of deleted)
    if (!deletedIds.has(parentId)) roots[kind].push({ entryId: makeUuidV7(), id, previousId: previous.get(id) ?? null })
  return roots
}
