import type { Writer } from '../../courses/changes/writer.ts'
import type { CourseRow } from '../../courses/outline/rows.ts'
import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { storeLiveReleaseState } from '../schedule/live-state.ts'
import { endReplacedReleases } from '../schedule/replaced-releases.ts'

const end = defineSqlStatement<{ id: string }>(
  'releases_end',
  `UPDATE releases r SET live_until = date_trunc('milliseconds', statement_timestamp()), version = r.version + 1
   WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.published AND r.live_from <= statement_timestamp()
     AND (r.live_until IS NULL OR r.live_until > statement_timestamp()) RETURNING r.id`,
)

const cancel = defineSqlStatement<{ id: string }>(
  'releases_cancel',
  `UPDATE releases r SET live_from = NULL, live_until = NULL, version = r.version + 1
   WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.published AND r.live_from > statement_timestamp() RETURNING r.id`,
)

/**
 * Ends the live releases of a locked course and cancels the scheduled ones. Returns false if the course was neither
 * published nor scheduled.
 */
export async function unpublishLockedCourse(
  tx: SqlRunner,
  writer: Writer,
  course: CourseRow,
  options: { increasesVersion: boolean },
): Promise<boolean> {
  const { workspaceId } = writer
  const parameters = [workspaceId, course.id]
  await endReplacedReleases(tx, workspaceId, course.id)
  const ended = await tx.rows(end, parameters)
  const cancelled = await tx.rows(cancel, parameters)
  const changed = ended.length + cancelled.length > 0 || course.status === 'published'
  if (changed) await storeLiveReleaseState(tx, writer, course, options)
  return changed
}
