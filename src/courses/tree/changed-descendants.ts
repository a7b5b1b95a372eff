import { type ChangedDescendants, type ChangedNode, maxListedNodes } from '../changes/record-change.ts'
import { levelDefinitions } from '../outline/levels.ts'
import type { PlannedNodeChange } from './nodes.ts'

const kinds = { created: 'created', updated: 'changed', moved: 'moved', deleted: 'deleted' } as const

/** Converts a planned change to its entry in the recorded change. A new position number alone is no change. */
function convertToChangedNode({ kind, id, change, fields, isMoved, current, parentId }: PlannedNodeChange) {
  if (change === 'unchanged') return undefined
  const node = { level: kind, id, change: kinds[change] }
  if (change === 'created' || change === 'deleted') return node
  const place = current?.parentId === parentId ? ['order'] : [levelDefinitions[kind].parentId, 'order']
  return { ...node, fields: isMoved ? [...fields, ...place] : fields }
}

/**
 * Returns the changed modules, lessons and blocks of a planned write. If there are more than `maxListedNodes`, returns
 * those whose parents do not change; if these are too many as well, returns the course.
 */
export function listChangedDescendants(courseId: string, planned: readonly PlannedNodeChange[]): ChangedDescendants {
  const changes = planned.flatMap((node) => {
    const changed = convertToChangedNode(node)
    return changed ? [{ changed, parentId: node.parentId }] : []
  })
  const count = changes.length
  const listOf = (list: typeof changes): ChangedNode[] => list.map(({ changed }) => changed)
  if (count <= maxListedNodes) return { nodes: listOf(changes), count }
  const ids = new Set(changes.map(({ changed }) => changed.id))
  const topmost = changes.filter(({ parentId }) => !ids.has(parentId))
  const course: ChangedNode = { level: 'course', id: courseId, change: 'changed', fields: ['modules'] }
  return { nodes: topmost.length < maxListedNodes ? listOf(topmost) : [course], count }
}
