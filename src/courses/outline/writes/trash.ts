import type { SqlRunner } from '../../../platform/db/statement.ts'
import { makeChangeParameters } from '../../changes/record-change.ts'
import type { Writer } from '../../changes/writer.ts'
import type { LevelName } from '../levels.ts'
import { type RemovedRecord, type TrashLevel, trashStatements } from './trash-statements.ts'

/**
 * Locks the course of a record, moves the record and everything below it to the trash, and increases the tree version of the
 * course. Returns undefined for an unknown id.
 */
export async function moveToTrash(
  tx: SqlRunner,
  level: TrashLevel,
  writer: Writer,
  id: string,
  entryId: string,
): Promise<RemovedRecord | undefined> {
  const { workspaceId, callerId } = writer
  const change = makeChangeParameters(writer, [{ level, id: id.toLowerCase(), change: 'deleted' }])
  const [removed] = await tx.rows(trashStatements[level].remove, [
    workspaceId,
    [id],
    [entryId],
    callerId,
    null,
    ...change,
  ])
  return removed
}

/**
 * A deleted record whose parent is not deleted. `entryId` is its trash entry. `previousId` is the sibling before it, or
 * null for the first child.
 */
export type TopmostDeletedNode = { entryId: string; id: string; previousId: string | null }

/**
 * Copies records of a locked course with everything below them to the trash. The caller deletes the records afterwards.
 */
export async function copyToTrash(
  tx: SqlRunner,
  level: LevelName,
  { workspaceId, callerId }: Writer,
  roots: readonly TopmostDeletedNode[],
): Promise<void> {
  if (roots.length === 0) return
  const [entries, ids, previous] = [
    roots.map(({ entryId }) => entryId),
    roots.map(({ id }) => id),
    roots.map(({ previousId }) => previousId),
  ]
  await tx.rows(trashStatements[level].store, [workspaceId, ids, entries, callerId, previous])
}
