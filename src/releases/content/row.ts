import { type ListPage, makeListPage, makePageSql, type Slice } from '../../platform/db/pages.ts'
import { type BoundSqlStatement, defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { isUuid } from '../../platform/uuid.ts'

/** A row of the table `releases`, without the content of the release. */
export type ReleaseRow = {
  id: string
  courseId: string
  number: number
  message: string | null
  treeVersion: number
  isPartial: boolean
  hash: string
  createdBy: string
  published: boolean
  liveFrom: string | null
  liveUntil: string | null
  pinned: boolean
  version: number
  createdAt: string
}

/** A release with the JSON text of its outline. */
export type ReleaseWithOutline = ReleaseRow & { outline: string }

/**
 * SQL for the time at which a later release replaced the release `r`. The SQL is NULL if no release has replaced `r`,
 * or if `live_until` already contains this time. `$1` must be the workspace id.
 */
const replacedAt = `CASE WHEN r.published AND EXISTS (SELECT 1 FROM courses c
    WHERE c.workspace_id = $1 AND c.id = r.course_id AND c.live_changes_at <= statement_timestamp())
  THEN (SELECT min(n.live_from) FROM releases n
    WHERE n.workspace_id = $1 AND n.course_id = r.course_id AND n.published AND n.live_until IS NULL
      AND n.live_from <= statement_timestamp() AND (n.live_from, n.number) > (r.live_from, r.number)
      AND (r.live_until IS NULL OR r.live_until > n.live_from)) END`

/**
 * SQL for the columns of a release `r`, without the outline. `liveUntil` and `version` include a change that the
 * scheduled job has not stored yet.
 */
export const releaseColumnsSql = `r.id, r.course_id AS "courseId", r.number, r.message, r.tree_version AS "treeVersion",
  r.is_partial AS "isPartial", r.hash, r.caller AS "createdBy", r.published, r.live_from AS "liveFrom",
  coalesce(${replacedAt}, r.live_until) AS "liveUntil", r.pinned,
  r.version + CASE WHEN ${replacedAt} IS NULL THEN 0 ELSE 1 END AS version, r.created_at AS "createdAt"`

const byNumbers = defineSqlStatement<ReleaseWithOutline>(
  'releases_by_number',
  `SELECT ${releaseColumnsSql}, r.outline FROM releases r
   WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.number = ANY($3::int[])
     AND EXISTS (SELECT 1 FROM courses c WHERE c.workspace_id = $1 AND c.id = $2)`,
)

/**
 * Reads the releases of a course that have the given numbers, with their outlines. Ignores numbers without a release.
 */
export const readReleasesWithOutlinesByNumber = (
  sql: SqlRunner,
  workspaceId: string,
  courseId: string,
  numbers: readonly number[],
) => sql.rows(byNumbers, [workspaceId, courseId, numbers])

const live = defineSqlStatement<ReleaseWithOutline>(
  'release_live',
  `SELECT ${releaseColumnsSql}, r.outline FROM live_release($1, $2) r`,
)

/** Returns the SQL statement, with its parameters, that reads the live release of a course with its outline. */
export const makeLiveReleaseStatement = (
  workspaceId: string,
  courseId: string,
): BoundSqlStatement<ReleaseWithOutline> => [live, [workspaceId, courseId]]

const byCourses = defineSqlStatement<ReleaseRow>(
  'releases_by_course_and_number',
  `SELECT ${releaseColumnsSql} FROM unnest($2::uuid[], $3::int[]) AS n (course_id, number)
   CROSS JOIN LATERAL (
     SELECT o.* FROM releases o WHERE o.workspace_id = $1 AND o.course_id = n.course_id AND o.number = n.number OFFSET 0
   ) r`,
)

/** The course and the number that identify a release in GraphQL and REST. */
export type CourseAndReleaseNumber = { courseId: string; number: number }

/** Reads releases of one or more courses, without their outlines. */
export const readReleasesByCourseAndNumber = (
  sql: SqlRunner,
  workspaceId: string,
  keys: readonly CourseAndReleaseNumber[],
) => sql.rows(byCourses, [workspaceId, keys.map(({ courseId }) => courseId), keys.map(({ number }) => number)])

const page = defineSqlStatement<ReleaseRow & { total: number }>(
  'releases_page',
  makePageSql(
    `SELECT (SELECT count(*)::int FROM releases n WHERE n.workspace_id = $1 AND n.course_id = c.id) AS total
     FROM courses c WHERE c.workspace_id = $1 AND c.id = $2`,
    `SELECT ${releaseColumnsSql} FROM releases r WHERE r.workspace_id = $1 AND r.course_id = $2
     ORDER BY r.number DESC LIMIT $3 OFFSET $4`,
  ),
)

/** Reads one page of the releases of a course, the newest first. Returns undefined for an unknown course. */
export async function readReleasePage(
  sql: SqlRunner,
  workspaceId: string,
  courseId: string,
  { limit, offset }: Slice,
): Promise<ListPage<ReleaseRow> | undefined> {
  const rows = isUuid(courseId) ? await sql.rows(page, [workspaceId, courseId, limit, offset]) : []
  return rows.length > 0 ? makeListPage(rows) : undefined
}
