import { type LevelName, levelDefinitions } from '../outline/levels.ts'
import type { RowsToWrite, ShiftedRow, TreeRowChanges, TreeRowToWrite } from '../outline/writes/bulk-writes.ts'
import { getColumnValueOrDefault } from '../outline/writes/column-writes.ts'
import { type ColumnDefinition, getFieldValue } from '../records/record.ts'
import type { DesiredTreeBlock } from './input.ts'
import type { DesiredTreeNode, PlannedNodeChange, StoredTreeNode } from './nodes.ts'
import { findTopmostDeletedNodes } from './topmost-deleted-nodes.ts'

const isBlock = (node: DesiredTreeNode | undefined): node is DesiredTreeBlock => node?.kind === 'block'

/** Returns the content to write for a block, or null if the content does not change. */
function contentOf(desired: DesiredTreeNode | undefined, current: StoredTreeNode | undefined): string | null {
  if (!isBlock(desired)) return null
  return current?.kind === 'block' && current.fields.content === desired.fields.content ? null : desired.content
}

/**
 * Returns the row to write. A field that the request leaves out keeps its value. A new row without `version` gets
 * version 1.
 */
function rowOf(
  { kind, id, parentId: parent, key, order, desired, current }: PlannedNodeChange,
  version?: number,
): TreeRowToWrite {
  const valueFor = (column: ColumnDefinition) => {
    if (column.field === 'content') return contentOf(desired, current)
    const requested = desired && getFieldValue(desired.fields, column.field)
    return requested === undefined ? getColumnValueOrDefault(column, current?.fields ?? {}) : requested
  }
  const columns = levelDefinitions[kind].columns.map((column) => [column.column, valueFor(column)])
  return { id, parent, key, order, ...(version && { version }), ...Object.fromEntries(columns) }
}

/**
 * Returns an iterable of the rows to write. To save memory, the iterable makes each row only when the service writes
 * this row.
 */
const rowsOf = (nodes: readonly PlannedNodeChange[], versions?: ReadonlyMap<string, number>): RowsToWrite => ({
  length: nodes.length,
  *[Symbol.iterator]() {
    for (const node of nodes) yield rowOf(node, versions?.get(node.id))
  },
})

/**
 * Converts a plan to row changes. `versions` contains the version numbers of deleted rows that the plan inserts again.
 */
export function convertPlanToRowChanges(
  nodes: readonly PlannedNodeChange[],
  current: readonly StoredTreeNode[],
  versions?: ReadonlyMap<string, number>,
): TreeRowChanges {
  const roots = findTopmostDeletedNodes(nodes, current)
  const changesOf = (kind: LevelName): TreeRowChanges[LevelName] => {
    const inserted: PlannedNodeChange[] = []
    const updated: PlannedNodeChange[] = []
    const shift: ShiftedRow[] = []
    const remove: string[] = []
    for (const node of nodes) {
      if (node.kind !== kind) continue
      if (node.change === 'created') inserted.push(node)
      else if (node.change === 'deleted') remove.push(node.id)
      else if (node.change === 'updated' || node.current?.parentId !== node.parentId) updated.push(node)
      else if (node.isShifted) shift.push({ id: node.id, order: node.order })
    }
    return { insert: rowsOf(inserted, versions), update: rowsOf(updated), shift, remove, removeRoots: roots[kind] }
  }
  return { module: changesOf('module'), lesson: changesOf('lesson'), block: changesOf('block') }
}
