import { freeTrashSql, makeTrashRecordDeletionSql } from '../courses/outline/storage/stored-bytes.ts'
import type { TrashLevel } from '../courses/outline/writes/trash-statements.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { makeNotFoundError } from '../platform/errors.ts'
import { isUuid } from '../platform/uuid.ts'
import { deleteReleasesUnlessCourseExists } from '../releases/old-releases.ts'

const remove = defineSqlStatement<{ level: TrashLevel; courseId: string }>(
  'trash_delete',
  `WITH ${makeTrashRecordDeletionSql('WHERE x.workspace_id = $1 AND x.trash_id = ANY($2::uuid[])')}, freed AS (${freeTrashSql})
   DELETE FROM trash t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])
   RETURNING t.level, t.course_id AS "courseId"`,
)

/**
 * Finds the trash entries of modules, lessons and blocks to delete when their course is deleted for good. Not those whose
 * parent still exists, for example in another course, or can still be restored.
 */
const findBelow = defineSqlStatement<{ id: string }>(
  'trash_below_course',
  `WITH RECURSIVE kept AS (
     SELECT t.id FROM trash t WHERE t.workspace_id = $1 AND t.course_id = $2 AND (
       EXISTS (SELECT 1 FROM courses c WHERE c.workspace_id = $1 AND c.id = t.parent_id)
       OR EXISTS (SELECT 1 FROM modules m WHERE m.workspace_id = $1 AND m.id = t.parent_id)
       OR EXISTS (SELECT 1 FROM lessons l WHERE l.workspace_id = $1 AND l.id = t.parent_id)
       OR EXISTS (
         SELECT 1 FROM trash_records p JOIN trash o ON o.workspace_id = $1 AND o.id = p.trash_id AND o.course_id <> $2
         WHERE p.workspace_id = $1 AND p.id = t.parent_id AND p.level <> 'block'
       ))
     UNION
     SELECT t.id FROM kept k
     JOIN trash_records p ON p.workspace_id = $1 AND p.trash_id = k.id AND p.level <> 'block'
     JOIN trash t ON t.workspace_id = $1 AND t.course_id = $2 AND t.parent_id = p.id
   )
   SELECT t.id FROM trash t WHERE t.workspace_id = $1 AND t.course_id = $2 AND t.id NOT IN (SELECT k.id FROM kept k)`,
)

/** Deletes trash entries for good, like `deleteTrashEntryForGood`. Returns how many entries were deleted. */
export async function deleteTrashEntriesForGood(
  tx: SqlRunner,
  workspaceId: string,
  ids: readonly string[],
): Promise<number> {
  const removed = await tx.rows(remove, [workspaceId, ids])
  for (const { level, courseId } of removed) {
    if (level !== 'course') continue
    const below = await tx.rows(findBelow, [workspaceId, courseId])
    if (below.length > 0) await tx.rows(remove, [workspaceId, below.map(({ id }) => id)])
    await deleteReleasesUnlessCourseExists(tx, workspaceId, courseId)
  }
  return removed.length
}

/**
 * Deletes a trash entry for good. If the entry is a course, also deletes the releases of the course, and the trash
 * entries of its modules, lessons and blocks.
 * @throws ApiError `not_found`
 */
export async function deleteTrashEntryForGood(tx: SqlRunner, workspaceId: string, id: string): Promise<void> {
  const removed = isUuid(id) ? await deleteTrashEntriesForGood(tx, workspaceId, [id]) : 0
  if (removed === 0) throw makeNotFoundError('Trash entry')
}
