import { lockCourse } from '../courses/outline/writes/course-writes.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'

/** The ids of a course and its workspace. */
export type CourseInWorkspace = { workspaceId: string; courseId: string }

/** Deletes old releases of a course. Keeps the newest `$3` releases, and all live, scheduled and pinned releases. */
const deleteOld = defineSqlStatement<{ id: string }>(
  'releases_delete_old',
  `DELETE FROM releases r WHERE r.workspace_id = $1 AND r.course_id = $2 AND NOT r.pinned
     AND (NOT r.published OR r.live_from IS NULL OR r.live_until <= statement_timestamp())
     AND r.number <= (
       SELECT n.number FROM releases n WHERE n.workspace_id = $1 AND n.course_id = $2
       ORDER BY n.number DESC OFFSET $3::int LIMIT 1
     ) RETURNING r.id`,
)

/**
 * Deletes lesson texts that no release of the course uses. Keeps texts of the last day, because a running request may
 * still need them.
 */
const deleteUnusedNodes = defineSqlStatement<never>(
  'release_nodes_delete_unused',
  `WITH needed AS (
     SELECT l.value->>'hash' AS hash FROM releases r
     CROSS JOIN LATERAL json_array_elements(r.outline->'modules') m
     CROSS JOIN LATERAL json_array_elements(m.value->'lessons') l
     WHERE r.workspace_id = $1 AND r.course_id = $2
   )
   DELETE FROM release_nodes n WHERE n.workspace_id = $1 AND n.course_id = $2
     AND n.created_at < statement_timestamp() - interval '1 day'
     AND NOT EXISTS (SELECT 1 FROM needed WHERE needed.hash = n.hash)`,
)

/**
 * Deletes old releases of a course and unused lesson texts. Keeps the newest `kept` releases, and all live, scheduled
 * and pinned releases.
 */
export async function deleteOldReleasesOfCourse(
  tx: SqlRunner,
  { workspaceId, courseId }: CourseInWorkspace,
  kept: number,
): Promise<{ deleted: number }> {
  // Without the lock, this function could delete a lesson text that a publish at the same time needs.
  await lockCourse(tx, workspaceId, courseId)
  const deleted = await tx.rows(deleteOld, [workspaceId, courseId, kept])
  if (deleted.length > 0) await tx.rows(deleteUnusedNodes, [workspaceId, courseId])
  return { deleted: deleted.length }
}
