import type { TransactionalSqlRunner } from '../platform/db/sql.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { type CourseInWorkspace, deleteOldReleasesOfCourse } from './old-releases-of-course.ts'

/** How many days the releases of a deleted course are kept. The course itself is in the trash for 30 days. */
const deletedCourseDays = 31

const crowded = defineSqlStatement<CourseInWorkspace>(
  'releases_crowded',
  `SELECT r.workspace_id AS "workspaceId", r.course_id AS "courseId" FROM releases r
   WHERE NOT r.pinned AND (NOT r.published OR r.live_from IS NULL OR r.live_until <= statement_timestamp())
   GROUP BY r.workspace_id, r.course_id HAVING count(*) > $1::int LIMIT 100`,
  { acrossWorkspaces: true, onPrimary: true },
)

const noteDeleted = defineSqlStatement<never>(
  'releases_note_deleted_courses',
  `UPDATE releases r SET course_deleted_at = statement_timestamp()
   WHERE r.course_deleted_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM courses c WHERE c.workspace_id = r.workspace_id AND c.id = r.course_id)`,
  { acrossWorkspaces: true, onPrimary: true },
)

const noteReturned = defineSqlStatement<never>(
  'releases_note_returned_courses',
  `UPDATE releases r SET course_deleted_at = NULL FROM courses c
   WHERE r.course_deleted_at IS NOT NULL AND c.workspace_id = r.workspace_id AND c.id = r.course_id`,
  { acrossWorkspaces: true, onPrimary: true },
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
  await sql.rows(noteDeleted, [])
  await sql.rows(noteReturned, [])
  for (const { workspaceId, courseId } of await sql.rows(expired, []))
    await inCourse((tx) => deleteReleasesUnlessCourseExists(tx, workspaceId, courseId))
  if (failures.length > 0) throw new AggregateError(failures, 'the old releases of some courses were not deleted')
}
