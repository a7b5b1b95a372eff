import type { SqlRunner } from '../../../platform/db/statement.ts'
import type { LevelName } from '../levels.ts'
import type { WritingCaller } from '../writing-caller.ts'
import { type TrashLevel, trashStatements } from './trash-statements.ts'

/**
 * Moves a record with everything below it to the trash, and increases the tree version of its course. The transaction
 * must have locked the row of the course. Returns false if the workspace has no such record.
 */
export async function moveToTrash(
  tx: SqlRunner,
  level: TrashLevel,
  { workspaceId, callerId }: WritingCaller,
  id: string,
  entryId: string,
): Promise<boolean> {
  const removed = await tx.rows(trashStatements[level].remove, [workspaceId, [entryId], [id], callerId, null])
  return removed.length > 0
}

/**
 * A deleted record whose parent is not deleted. `entryId` is the id of its trash entry. `previousId` is the id of the
 * sibling directly before the record, or null if the record was the first child.
 */
export type TopmostDeletedNode = { entryId: string; id: string; previousId: string | null }

/**
 * Copies records of a locked course with everything below them to the trash. The caller deletes the records afterwards.
 */
export async function copyToTrash(
  tx: SqlRunner,
  level: LevelName,
  { workspaceId, callerId }: WritingCaller,
  roots: readonly TopmostDeletedNode[],
): Promise<void> {
  if (roots.length === 0) return
  const [entries, ids, previous] = [
    roots.map(({ entryId }) => entryId),
    roots.map(({ id }) => id),
    roots.map(({ previousId }) => previousId),
  ]
  await tx.rows(trashStatements[level].store, [workspaceId, entries, ids, callerId, previous])
}
