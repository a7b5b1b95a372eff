import { liveReleaseChangeDueConditionSql } from '../courses/outline/live-release.ts'
import { type ListPage, makePageSql, type Slice } from '../platform/db/pages.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import type { Outline } from '../releases/content/outline.ts'
import { makeContentHashForLearners } from './content-hash-for-learners.ts'
import type { Learner } from './learner.ts'
import { makeSecondsUntilSql, type ReadableRelease } from './release.ts'

/** The fields of a course in a list of published courses. */
export type DeliveredCourseEntry = Omit<Outline, 'modules'> &
  Pick<ReadableRelease, 'slug' | 'visibility' | 'number' | 'hash' | 'publishedAt'>

type Row = Pick<ReadableRelease, 'slug' | 'visibility' | 'number' | 'hash' | 'publishedAt'> & {
  total: number
  secondsLeft: number | null
  /**
   * The outline of the course as JSON text, without its modules. Null if the requested page comes after the last page
   * of the list of courses.
   */
  fields: string | null
}

const visible = `c.workspace_id = $1 AND ($2::boolean OR c.visibility = 'public')
  AND CASE WHEN ${liveReleaseChangeDueConditionSql} THEN c.status <> 'archived' AND EXISTS (SELECT 1 FROM live_release($1, c.id))
    ELSE c.status = 'published' AND c.live_release_number IS NOT NULL END`

/**
 * SQL for the time of the next scheduled change of the course in row `s`. A `live_changes_at` in the past is out of
 * date until a job updates it. The SQL then reads the schedules of the releases.
 */
const nextChangeAt = `CASE WHEN s.live_changes_at > statement_timestamp() THEN s.live_changes_at ELSE (
    SELECT min(t.at) FROM releases n CROSS JOIN LATERAL (VALUES (n.live_from), (n.live_until)) t (at)
    WHERE n.workspace_id = $1 AND n.course_id = s.id AND n.published AND t.at > statement_timestamp()) END`

const page = defineSqlStatement<Row>(
  'delivery_courses_page',
  makePageSql(
    `SELECT count(*)::int AS total,
       (SELECT ${makeSecondsUntilSql(`min(${nextChangeAt})`)} FROM courses s
        WHERE s.workspace_id = $1 AND s.live_changes_at IS NOT NULL) AS "secondsLeft"
     FROM courses c WHERE ${visible}`,
    `SELECT c.slug, c.visibility, r.number, r.hash, r.live_from AS "publishedAt",
       (r.outline::jsonb - 'modules')::text AS fields
     FROM (SELECT c.id, c.slug, c.visibility FROM courses c WHERE ${visible} ORDER BY c.id DESC LIMIT $3 OFFSET $4) c
     CROSS JOIN LATERAL live_release($1, c.id) r
     ORDER BY c.id DESC`,
  ),
)

/** Reads one page of the published courses that a learner may read, the newest first. */
export async function readDeliveredCoursePage(
  sql: SqlRunner,
  { workspaceId, hashSecret, isMember }: Learner,
  { limit, offset }: Slice,
): Promise<ListPage<DeliveredCourseEntry> & { secondsLeft: number | null }> {
  const rows = await sql.rows(page, [workspaceId, isMember, limit, offset])
  const items = rows.flatMap(({ fields, total: _total, secondsLeft: _left, hash, ...row }) =>
    fields === null
      ? []
      : [
          {
            ...(JSON.parse(fields) as Omit<Outline, 'modules'>),
            ...row,
            hash: makeContentHashForLearners(hashSecret, hash),
          },
        ],
  )
  return { items, total: rows[0]?.total ?? 0, secondsLeft: rows[0]?.secondsLeft ?? null }
}

/** The address of a public course, and when its release went live, if that is known without reading the release. */
export type PublicCourseAddress = { id: string; slug: string | null; publishedAt: string | null }

const addresses = defineSqlStatement<PublicCourseAddress>(
  'delivery_public_addresses',
  `SELECT c.id, c.slug, CASE WHEN ${liveReleaseChangeDueConditionSql} THEN NULL ELSE c.published_at END AS "publishedAt"
   FROM courses c WHERE ${visible} ORDER BY c.id DESC LIMIT $3`,
)

/** Reads the addresses of the newest public courses of a workspace, at most `limit`. */
export const readPublicCourseAddresses = (
  sql: SqlRunner,
  workspaceId: string,
  limit: number,
): Promise<PublicCourseAddress[]> => sql.rows(addresses, [workspaceId, false, limit])
