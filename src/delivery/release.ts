import { defineSqlStatement } from '../platform/db/statement.ts'

/**
 * A release that learners can read now. `secondsLeft` is the number of seconds until the next scheduled change of the
 * course, or null if nothing is scheduled.
 */
export type ReadableRelease = {
  courseId: string
  slug: string | null
  visibility: 'private' | 'public'
  releaseId: string
  number: number
  hash: string
  publishedAt: string
  secondsLeft: number | null
}

/**
 * SQL for the number of the live release: usually the column `live_release_number`. The SQL computes the number if a
 * scheduled change is due, but the scheduled job has not stored the change yet.
 */
const liveNumber = `CASE WHEN c.live_changes_at <= statement_timestamp()
  THEN (SELECT l.number FROM live_release($1, c.id) l) ELSE c.live_release_number END`

/** An SQL condition that is true if a release is live. */
const live = `r.number = ${liveNumber}`

/**
 * An SQL condition that is true if a release is or was live, and its course is still published. Another release of the
 * course may be live now.
 */
const hasBeenLive = `r.published AND coalesce(r.first_live_from, r.live_from) <= statement_timestamp() AND ${liveNumber} IS NOT NULL`

/**
 * SQL for the time when a release last went live: usually `live_from`. If the release is scheduled to go live again,
 * `live_from` is in the future, and the SQL returns the time when the release first went live.
 */
const publishedAt = `CASE WHEN r.live_from <= statement_timestamp() THEN r.live_from ELSE r.first_live_from END`

/**
 * Returns SQL for the whole number of seconds until a time. The value is at most a year, because no response is cached
 * for longer. Without this maximum, the seconds until a time in 70 years would not fit into an `int`.
 */
export const makeSecondsUntilSql = (time: string) =>
  `least(31536000, floor(extract(epoch FROM ${time} - statement_timestamp())))::int`

/**
 * SQL for the whole number of seconds until the next scheduled start or end of a release. The value is 0 if a change is
 * due, but the scheduled job has not stored the change yet. The value is NULL if nothing is scheduled.
 */
const secondsLeft = `CASE
  WHEN c.live_changes_at > statement_timestamp() THEN ${makeSecondsUntilSql('c.live_changes_at')}
  WHEN c.live_changes_at IS NOT NULL THEN 0 END`

const columns = `c.id AS "courseId", c.slug, c.visibility, r.id AS "releaseId", r.number, r.hash,
  ${publishedAt} AS "publishedAt", ${secondsLeft} AS "secondsLeft"`

/**
 * Makes a statement that reads a release. The SQL parameter `$1` is the id of the workspace. `$2` is the id or the slug
 * of the course. `$3` is the number of the release, if the request contains a number.
 */
const statementOf = (name: string, course: string, release: string) =>
  defineSqlStatement<ReadableRelease & { outline: string }>(
    name,
    `SELECT ${columns}, r.outline
     FROM courses c JOIN releases r ON r.workspace_id = $1 AND r.course_id = c.id AND ${release}
     WHERE c.workspace_id = $1 AND ${course}`,
  )

/**
 * The SQL statements that read a release with its outline. There is one statement for each kind of request: by the id
 * or by the slug of the course, and for the live release or for the release with a number.
 */
export const releaseReadStatements = {
  liveById: statementOf('delivery_live_by_id', 'c.id = $2::uuid', live),
  liveBySlug: statementOf('delivery_live_by_slug', 'c.slug = $2::text', live),
  numberedById: statementOf('delivery_numbered_by_id', 'c.id = $2::uuid', `r.number = $3 AND ${hasBeenLive}`),
  numberedBySlug: statementOf('delivery_numbered_by_slug', 'c.slug = $2::text', `r.number = $3 AND ${hasBeenLive}`),
}

/**
 * A lesson with more bytes than this is read by an SQL statement of its own. Smaller lessons are read together with
 * their releases, in one SQL result for up to `maxReleasesPerConfirmation` requests.
 */
export const maxBatchedLessonBytes = 65_536
/** The maximum number of releases that one execution of the `confirmReadableReleaseStatements` can confirm. */
export const maxReleasesPerConfirmation = 100

/**
 * A release that learners can still read. `index` is the position of the release in the SQL parameters. `body` is the
 * JSON text of the requested lesson, or null if no lesson was requested or the lesson is larger than
 * `maxBatchedLessonBytes`.
 */
export type ConfirmedRelease = ReadableRelease & { index: number; body: string | null }

/**
 * Makes a statement that reads several releases. The SQL parameter `$1` is the id of the workspace. The other
 * parameters are lists with one entry for each release: `$2` the id or slug of the course, `$3` the number of the
 * release, `$4` whether the release must be live, and `$5` the hash of a lesson to read, or NULL.
 */
const confirmationOf = (name: string, course: string) =>
  defineSqlStatement<ConfirmedRelease>(
    name,
    `SELECT q.index::int - 1 AS index, ${columns}, n.body
     FROM unnest($2::text[], $3::int[], $4::boolean[], $5::text[]) WITH ORDINALITY q (course, number, is_live, hash, index)
     JOIN courses c ON c.workspace_id = $1 AND ${course}
     JOIN releases r ON r.workspace_id = $1 AND r.course_id = c.id AND r.number = q.number
       AND CASE WHEN q.is_live THEN ${live} ELSE ${hasBeenLive} END
     LEFT JOIN LATERAL (
       SELECT CASE WHEN octet_length(t.body) <= ${maxBatchedLessonBytes} THEN t.body END AS body FROM (
         SELECT coalesce(n.learner_body, n.body)::text AS body FROM release_nodes n
         WHERE n.workspace_id = $1 AND n.hash = q.hash OFFSET 0
       ) t
     ) n ON true`,
  )

/** The statements that find out which of several releases learners can still read. */
export const confirmReadableReleaseStatements = {
  byId: confirmationOf('delivery_confirm_by_id', 'c.id = q.course::uuid'),
  bySlug: confirmationOf('delivery_confirm_by_slug', 'c.slug = q.course'),
}

/**
 * A course whose live release is in the cache. `index` is the position of the course in the SQL parameters. All fields
 * that never change come from the cache.
 */
export type ConfirmedLiveRelease = Pick<
  ReadableRelease,
  'courseId' | 'slug' | 'visibility' | 'publishedAt' | 'secondsLeft'
> & { index: number }

/**
 * Makes a statement that finds the courses whose live release has a given number. `$2` contains the ids or slugs of the
 * courses, and `$3` the numbers of the releases. The statement reads only the table of courses. It leaves out a course
 * with a due scheduled change, because the columns of such a course are out of date.
 */
const liveConfirmationOf = (name: string, course: string) =>
  defineSqlStatement<ConfirmedLiveRelease>(
    name,
    `SELECT q.index::int - 1 AS index, c.id AS "courseId", c.slug, c.visibility, c.published_at AS "publishedAt",
       ${secondsLeft} AS "secondsLeft"
     FROM unnest($2::text[], $3::int[]) WITH ORDINALITY q (course, number, index)
     JOIN courses c ON c.workspace_id = $1 AND ${course} AND c.live_release_number = q.number
       AND (c.live_changes_at IS NULL OR c.live_changes_at > statement_timestamp())`,
  )

/** The statements that find out which of several releases are still live. */
export const confirmLiveReleaseStatements = {
  byId: liveConfirmationOf('delivery_confirm_live_by_id', 'c.id = q.course::uuid'),
  bySlug: liveConfirmationOf('delivery_confirm_live_by_slug', 'c.slug = q.course'),
}
