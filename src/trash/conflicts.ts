import { type LevelDefinition, type LevelName, levelDefinitions } from '../courses/outline/levels.ts'
import { assertNodeKeysUnused } from '../courses/outline/rules/key-conflict.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { ApiError } from '../platform/errors.ts'
import type { TrashEntryRow } from './entries.ts'

/**
 * Finds the trash entry that contains a record. If the record was deleted together with its parent, the entry of the
 * parent contains both.
 */
const entryOfRecord = defineSqlStatement<{ id: string }>(
  'trash_entry_of_record',
  `SELECT x.trash_id AS id FROM trash_records x
   WHERE x.workspace_id = $1 AND x.level = $2 AND x.level <> 'block' AND x.id = $3 ORDER BY x.trash_id DESC LIMIT 1`,
)

/**
 * Makes the error for the restore of a module, lesson or block whose parent is deleted too. If the parent is in the
 * trash, the error names its trash entry.
 */
export async function makeParentNotFoundError(
  tx: SqlRunner,
  workspaceId: string,
  level: LevelName,
  { parentId }: TrashEntryRow,
): Promise<ApiError> {
  const { parent }: LevelDefinition = levelDefinitions[level]
  const [entry] = await tx.rows(entryOfRecord, [workspaceId, parent, parentId])
  const message = entry
    ? `The ${parent} of the ${level} is in the trash too. Restore the ${parent} first: trash entry ${entry.id}.`
    : `The ${parent} of the ${level} is gone, and not in the trash. First restore a release that contains the ${parent}.`
  return new ApiError('conflict', message, {
    details: { reason: 'parent_deleted', parentId, trashId: entry?.id ?? null },
  })
}

const idsInUse = defineSqlStatement<{ id: string }>(
  'trash_ids_in_use',
  Object.values(levelDefinitions)
    .map(
      ({ table, name }) =>
        `SELECT t.id FROM trash_records x JOIN ${table} t ON t.workspace_id = $1 AND t.id = x.id
         WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.level = '${name}'`,
    )
    .join(' UNION ALL ')
    .concat(' LIMIT 10'),
)

const keys = defineSqlStatement<{ key: string }>(
  'trash_keys',
  `SELECT x.key FROM trash_records x WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.key IS NOT NULL`,
)

const makeIdsInUseError = (message: string, ids: readonly string[]) =>
  new ApiError('conflict', message, { details: { reason: 'ids_in_use', ids } })

/**
 * Makes sure that no module, lesson or block of a trash entry exists again, in any course.
 * @throws ApiError `conflict` that names the ids
 */
export async function assertDeletedIdsUnused(tx: SqlRunner, workspaceId: string, entryId: string): Promise<void> {
  const used = (await tx.rows(idsInUse, [workspaceId, entryId])).map(({ id }) => id)
  if (used.length === 0) return
  const message = 'Some of the deleted modules, lessons and blocks exist again, because a release was restored'
  throw makeIdsInUseError(`${message}: ${used.join(', ')}.`, used)
}

/**
 * Awaits the SQL statement that inserts restored records.
 * @throws ApiError `conflict` if another request restores one of the records at the same time
 */
export async function awaitInsertOrThrowIdConflict<T>(insert: Promise<T>): Promise<T> {
  try {
    return await insert
  } catch (error) {
    // If a table is partitioned, each partition has its own primary key. All their names end with `_pkey`.
    const { code, constraint } = error as { code?: string; constraint?: string }
    const isTaken = code === '23505' && constraint?.endsWith('_pkey')
    throw isTaken ? makeIdsInUseError('Another request is restoring some of the records at the same time.', []) : error
  }
}

/**
 * Makes sure that the ids and keys of a trash entry are unused. The transaction must have locked the course.
 * @throws ApiError `conflict` that names the ids or keys
 */
export async function assertDeletedIdsAndKeysUnused(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  entryId: string,
): Promise<void> {
  await assertDeletedIdsUnused(tx, workspaceId, entryId)
  const found = await tx.rows(keys, [workspaceId, entryId])
  await assertNodeKeysUnused(
    tx,
    workspaceId,
    courseId,
    found.map(({ key }) => key),
  )
}
