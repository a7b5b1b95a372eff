import type { Writer } from '../courses/changes/writer.ts'
import { lockCourse } from '../courses/course/writes/course-writes.ts'
import type { LevelName } from '../courses/outline/levels.ts'
import { assertStoredCourseRecordCount } from '../courses/outline/rules/course-size.ts'
import { awaitWriteOrThrowKeyConflict } from '../courses/outline/rules/key-conflict.ts'
import { awaitWriteOrThrowSlugConflict } from '../courses/outline/rules/taken-slug.ts'
import { freeTrashSql, makeTrashRecordDeletionSql } from '../courses/outline/storage/stored-bytes.ts'
import { lockCourseOfParent } from '../courses/outline/writes/locks.ts'
import type { TrashLevel } from '../courses/outline/writes/trash-statements.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { ApiError, makeNotFoundError } from '../platform/errors.ts'
import { unpublishLockedCourse } from '../releases/publishing/unpublish.ts'
import {
  assertDeletedIdsAndKeysUnused,
  assertDeletedIdsUnused,
  awaitInsertOrThrowIdConflict,
  makeParentNotFoundError,
} from './conflicts.ts'
import { assertDeletedCourseKeyAndSlugUnused } from './deleted-course-conflicts.ts'
import { lockTrashEntry, readTrashEntry, type TrashEntryRow } from './entries.ts'
import { insertRestoredCourse, insertRestoredDismissals, insertRestoredNodes } from './insert-restored.ts'
import { reservePositionForRestoredNode } from './sibling-position.ts'

/** A restored course, module, lesson or block. `treeVersion` is the tree version of its course after the request. */
export type RestoredContent = {
  level: TrashLevel
  nodeId: string
  courseId: string
  parentId: string | null
  order: number | null
  treeVersion: number
}

const remove = defineSqlStatement<never>(
  'trash_entry_restored',
  `WITH ${makeTrashRecordDeletionSql('WHERE x.workspace_id = $1 AND x.trash_id = $2')}, freed AS (${freeTrashSql})
   DELETE FROM trash t WHERE t.workspace_id = $1 AND t.id = $2`,
)

const entryGone = () => makeNotFoundError('Trash entry')

async function restoreCourse(tx: SqlRunner, writer: Writer, { id, nodeId }: TrashEntryRow): Promise<RestoredContent> {
  const { workspaceId } = writer
  await assertDeletedCourseKeyAndSlugUnused(tx, workspaceId, id)
  await assertDeletedIdsUnused(tx, workspaceId, id)
  // Another course can take the key or the slug after the check. A unique index then makes the insert fail.
  await awaitWriteOrThrowSlugConflict(
    awaitWriteOrThrowKeyConflict(insertRestoredCourse(tx, writer, { id, nodeId })),
    {},
  )
  await insertRestoredDismissals(tx, writer, id)
  const target = { courseId: nodeId, rootId: nodeId, position: null }
  await awaitInsertOrThrowIdConflict(insertRestoredNodes(tx, writer, id, target))
  const course = (await lockCourse(tx, workspaceId, nodeId))!
  // A restored course is a draft, so no release may stay live or scheduled.
  await unpublishLockedCourse(tx, writer, course, { increasesVersion: false })
  return { level: 'course', nodeId, courseId: nodeId, parentId: null, order: null, treeVersion: course.treeVersion }
}

async function restoreNode(
  tx: SqlRunner,
  level: LevelName,
  writer: Writer,
  entry: TrashEntryRow,
): Promise<RestoredContent> {
  const { workspaceId } = writer
  const place = await reservePositionForRestoredNode(tx, level, writer, entry)
  if (!place) throw await makeParentNotFoundError(tx, workspaceId, level, entry)
  const { courseId, position } = place
  const { id, nodeId, parentId } = entry
  await assertDeletedIdsAndKeysUnused(tx, workspaceId, courseId, id)
  await awaitInsertOrThrowIdConflict(insertRestoredNodes(tx, writer, id, { courseId, rootId: nodeId, position }))
  await assertStoredCourseRecordCount(tx, workspaceId, courseId)
  const course = (await lockCourse(tx, workspaceId, courseId))!
  return { level, nodeId, courseId, parentId, order: position, treeVersion: course.treeVersion }
}

/**
 * Locks the course in which a deleted module, lesson or block is restored.
 * @throws ApiError `conflict` if the parent no longer exists
 */
async function lockParent(tx: SqlRunner, level: LevelName, workspaceId: string, entry: TrashEntryRow): Promise<void> {
  try {
    await lockCourseOfParent(tx, level, workspaceId, entry.parentId!)
  } catch (error) {
    const isGone = error instanceof ApiError && error.code === 'not_found'
    throw isGone ? await makeParentNotFoundError(tx, workspaceId, level, entry) : error
  }
}

/**
 * Restores a trash entry with the same ids, keys and creation dates, and if possible at the same position.
 * @throws ApiError `not_found` or `conflict`
 */
export async function restoreTrashEntry(tx: SqlRunner, writer: Writer, id: string): Promise<RestoredContent> {
  const { workspaceId } = writer
  const found = await readTrashEntry(tx, workspaceId, id)
  if (!found) throw entryGone()
  const { level } = found
  // To prevent deadlocks, this function locks the course before the trash entry, in the same order as all other writes.
  if (level !== 'course') await lockParent(tx, level, workspaceId, found)
  const entry = await lockTrashEntry(tx, workspaceId, found.id)
  if (!entry) throw entryGone()
  const restored =
    level === 'course' ? await restoreCourse(tx, writer, entry) : await restoreNode(tx, level, writer, entry)
  await tx.rows(remove, [workspaceId, entry.id])
  return restored
}
