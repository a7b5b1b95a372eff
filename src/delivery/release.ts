import { defineSqlStatement } from '../platform/db/statement.ts'

/**
 * A release that learners can read now. `secondsLeft` is the number of seconds until the next scheduled change of the
 * course, or null if nothing is scheduled.
 */
export type ReadableRelease = {
  courseId: string
  slug: string | null
  visibility: 'private' | 'unlisted' | 'public'
  releaseId: string
  number: number
  hash: string
  publishedAt: string
  secondsLeft: number | null
}

/** Returns whether everybody who has the address of a course can read it, without a key. */
export const isReadableByEverybody = ({ visibility }: Pick<ReadableRelease, 'visibility'>) => visibility !== 'private'

/**
 * SQL for the number of the live release. After a scheduled change, `live_release_number` is out of date until a job
 * updates the column. Meanwhile, the SQL function `live_release` finds the release.
 */
const liveNumber = `CASE WHEN c.live_changes_at <= statement_timestamp()
  THEN (SELECT l.number FROM live_release($1, c.id) l) ELSE c.live_release_number END`

/** An SQL condition that is true if a release is live. */
export const isLiveSql = `r.number = ${liveNumber}`

/**
 * An SQL condition that is true if a release is or was live, and its course is still published. Another release of the
 * course may be live now.
 */
export const hasBeenLiveInPublishedCourseSql = `r.published AND coalesce(r.first_live_from, r.live_from) <= statement_timestamp() AND ${liveNumber} IS NOT NULL`

/**
 * SQL for the time when a release went live. If a release is scheduled to go live again, `live_from` is in the future.
 * The SQL then uses `first_live_from`.
 */
const publishedAt = `CASE WHEN r.live_from <= statement_timestamp() THEN r.live_from ELSE r.first_live_from END`

/**
 * Returns SQL for the whole number of seconds until a time. The number is at most a year, because no response is cached
 * for longer. A larger number may not fit an `int`.
 */
export const makeSecondsUntilSql = (time: string) =>
  `least(31536000, floor(extract(epoch FROM ${time} - statement_timestamp())))::int`

/**
 * SQL for the whole number of seconds until the next scheduled change. The value is 0 if a change is due, and NULL if
 * nothing is scheduled.
 */
export const secondsUntilNextChangeSql = `CASE
  WHEN c.live_changes_at > statement_timestamp() THEN ${makeSecondsUntilSql('c.live_changes_at')}
  WHEN c.live_changes_at IS NOT NULL THEN 0 END`

/** SQL for the columns of a `ReadableRelease`. */
export const readableReleaseColumnsSql = `c.id AS "courseId", c.slug, c.visibility, r.id AS "releaseId", r.number, r.hash,
  ${publishedAt} AS "publishedAt", ${secondsUntilNextChangeSql} AS "secondsLeft"`

/**
 * Makes a statement that reads a release. `$1` is the id of the workspace, `$2` the id or slug of the course, and `$3`
 * the release number, if any.
 */
const statementOf = (name: string, course: string, release: string) =>
  defineSqlStatement<ReadableRelease & { outline: string }>(
    name,
    `SELECT ${readableReleaseColumnsSql}, r.outline
     FROM courses c JOIN releases r ON r.workspace_id = $1 AND r.course_id = c.id AND ${release}
     WHERE c.workspace_id = $1 AND ${course}`,
  )

/**
 * The SQL statements that read a release with its outline. They read the live release or the release with a given
 * number, and find the course by its id or its slug.
 */
export const releaseReadStatements = {
  liveById: statementOf('delivery_live_by_id', 'c.id = $2::uuid', isLiveSql),
  liveBySlug: statementOf('delivery_live_by_slug', 'c.slug = $2::text', isLiveSql),
  numberedById: statementOf(
    'delivery_numbered_by_id',
    'c.id = $2::uuid',
    `r.number = $3 AND ${hasBeenLiveInPublishedCourseSql}`,
  ),
  numberedBySlug: statementOf(
    'delivery_numbered_by_slug',
    'c.slug = $2::text',
    `r.number = $3 AND ${hasBeenLiveInPublishedCourseSql}`,
  ),
}
