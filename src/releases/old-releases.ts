import { lockCourse } from '../courses/course/writes/course-writes.ts'
import type { TransactionalSqlRunner } from '../platform/db/sql.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'

/** The ids of a course and its workspace. */
type CourseInWorkspace = { workspaceId: string; courseId: string }

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

/** How many days the releases of a deleted course are kept. The course itself is in the trash for 30 days. */
const deletedCourseDays = 31

const crowded = defineSqlStatement<CourseInWorkspace>(
  'releases_crowded',
  `SELECT r.workspace_id AS "workspaceId", r.course_id AS "courseId" FROM releases r
   WHERE NOT r.pinned AND (NOT r.published OR r.live_from IS NULL OR r.live_until <= statement_timestamp())
   GROUP BY r.workspace_id, r.course_id HAVING count(*) > $1::int LIMIT 100`,
  { acrossWorkspaces: true, onPrimary: true },
)

const deletedOrReturned = defineSqlStatement<CourseInWorkspace & { isDeleted: boolean }>(
  'releases_of_deleted_or_returned_courses',
  `SELECT DISTINCT r.workspace_id AS "workspaceId", r.course_id AS "courseId", c.id IS NULL AS "isDeleted" FROM releases r
   LEFT JOIN courses c ON c.workspace_id = r.workspace_id AND c.id = r.course_id
   WHERE (c.id IS NULL) = (r.course_deleted_at IS NULL)`,
  { acrossWorkspaces: true, onPrimary: true },
)

const course = 'courses c WHERE c.workspace_id = $1 AND c.id = $2'
const noteDeleted = defineSqlStatement<never>(
  'releases_note_deleted_course',
  `UPDATE releases r SET course_deleted_at = statement_timestamp()
   WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.course_deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM ${course})`,
)
const noteReturned = defineSqlStatement<never>(
  'releases_note_returned_course',
  `UPDATE releases r SET course_deleted_at = NULL
   WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.course_deleted_at IS NOT NULL AND EXISTS (SELECT 1 FROM ${course})`,
)

const expired = defineSqlStatement<CourseInWorkspace>(
  'releases_of_expired_courses',
  `SELECT DISTINCT r.workspace_id AS "workspaceId", r.course_id AS "courseId" FROM releases r
   WHERE r.course_deleted_at < statement_timestamp() - interval '${deletedCourseDays} days' LIMIT 100`,
  { acrossWorkspaces: true, onPrimary: true },
)

const removeReleases = defineSqlStatement<never>(
  'releases_remove',
  `DELETE FROM releases r WHERE r.workspace_id = $1 AND r.course_id = $2
     AND NOT EXISTS (SELECT 1 FROM courses c WHERE c.workspace_id = $1 AND c.id = $2)`,
)

const removeNodes = defineSqlStatement<never>(
  'release_nodes_remove',
  `DELETE FROM release_nodes n WHERE n.workspace_id = $1 AND n.course_id = $2
     AND NOT EXISTS (SELECT 1 FROM courses c WHERE c.workspace_id = $1 AND c.id = $2)`,
)

/** Deletes the releases of a deleted course with their lesson texts. Does nothing if the course exists. */
export async function deleteReleasesUnlessCourseExists(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
): Promise<void> {
  await tx.rows(removeReleases, [workspaceId, courseId])
  await tx.rows(removeNodes, [workspaceId, courseId])
}

/**
 * Deletes old releases (`deleteOldReleasesOfCourse`), and all releases of courses deleted over 31 days ago. Several
 * processes can run this job at once.
 */
export async function deleteOldReleases(sql: TransactionalSqlRunner, kept: number): Promise<void> {
  const failures: unknown[] = []
  // An error in one course must not stop the job for the other courses.
  const inCourse = (work: (tx: SqlRunner) => Promise<unknown>) =>
    sql.transaction(work).catch((error: unknown) => failures.push(error))
  for (const course of await sql.rows(crowded, [kept]))
    await inCourse((tx) => deleteOldReleasesOfCourse(tx, course, kept))
  for (const { workspaceId, courseId, isDeleted } of await sql.rows(deletedOrReturned, []))
    await sql.rows(isDeleted ? noteDeleted : noteReturned, [workspaceId, courseId])
  for (const { workspaceId, courseId } of await sql.rows(expired, []))
    await inCourse((tx) => deleteReleasesUnlessCourseExists(tx, workspaceId, courseId))
  if (failures.length > 0) throw new AggregateError(failures, 'the old releases of some courses were not deleted')
}
