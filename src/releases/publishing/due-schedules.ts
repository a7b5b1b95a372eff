import { makeServiceWriter } from '../../courses/changes/writer.ts'
import { lockCourse } from '../../courses/course/writes/course-writes.ts'
import type { TransactionalSqlRunner } from '../../platform/db/sql.ts'
import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { storeLiveReleaseState } from '../schedule/live-state.ts'
import { planRelease } from './plan-release.ts'
import { storeRelease } from './publish.ts'

type Due = { workspaceId: string; courseId: string; needsFirstRelease: boolean }

const due = defineSqlStatement<Due>(
  'releases_due',
  `SELECT c.workspace_id AS "workspaceId", c.id AS "courseId", c.live_changes_at = '-infinity' AS "needsFirstRelease" FROM courses c
   WHERE c.live_changes_at <= statement_timestamp() ORDER BY c.live_changes_at LIMIT 100`,
  { acrossWorkspaces: true, onPrimary: true },
)

const isStillDue = defineSqlStatement<{ id: string }>(
  'release_is_due',
  `SELECT c.id FROM courses c WHERE c.workspace_id = $1 AND c.id = $2 AND c.live_changes_at <= statement_timestamp()`,
)

async function storeDue(tx: SqlRunner, { workspaceId, courseId, needsFirstRelease }: Due): Promise<void> {
  const course = await lockCourse(tx, workspaceId, courseId)
  const [found] = course ? await tx.rows(isStillDue, [workspaceId, courseId]) : []
  if (!course || !found) return
  const writer = makeServiceWriter(workspaceId, 'applyDueReleaseSchedules')
  // An old version of the service published courses without a release. Such a course gets its first release now.
  if (needsFirstRelease && course.status === 'published') {
    const plan = await planRelease(tx, workspaceId, course, {})
    await storeRelease(tx, writer, course, plan, {}, { increasesVersion: true })
    return
  }
  // The stored status is needed for the lists of courses, which PostgreSQL filters by this status.
  // A query that returns a course computes its status if the stored status is out of date.
  await storeLiveReleaseState(tx, writer, course, { increasesVersion: true })
}

/**
 * Finds up to 100 courses in which the scheduled start or end of a release has passed. Stores in the row of each course
 * which release is live now. Several processes can run this job at once.
 */
export async function applyDueReleaseSchedules(sql: TransactionalSqlRunner): Promise<void> {
  const failures: unknown[] = []
  for (const course of await sql.rows(due, [])) {
    // An error in one course must not stop the job for the other courses.
    await sql.transaction((tx) => storeDue(tx, course)).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'the live releases of some courses were not stored')
}
