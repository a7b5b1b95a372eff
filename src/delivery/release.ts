import { defineSqlStatement } from '../platform/db/statement.ts'

/**
 * A release that learners can read now. `secondsLeft` is the time until the schedule of the course next changes, or null
 * if nothing is scheduled.
 */
export type ReleaseForLearners = {
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
 * SQL for the number of the live release. While a scheduled change is due and not stored yet, the column is out of
 * date, so the number is computed.
 */
const liveNumber = `CASE WHEN c.live_changes_at <= statement_timestamp()
  THEN (SELECT l.number FROM live_release($1, c.id) l) ELSE c.live_release_number END`

/** A release that is live. */
const live = `r.number = ${liveNumber}`

/** A release that has been live, of a course that is not unpublished. The course may have a newer live release. */
const hasBeenLive = `r.published AND r.live_from <= statement_timestamp() AND ${liveNumber} IS NOT NULL`

/**
 * SQL for the seconds until the next scheduled change, rounded down. The value is 0 while a change is not stored yet.
 */
const secondsLeft = `CASE
  WHEN c.live_changes_at > statement_timestamp()
    THEN floor(extract(epoch FROM c.live_changes_at - statement_timestamp()))::int
  WHEN c.live_changes_at IS NOT NULL THEN 0 END`

const columns = `c.id AS "courseId", c.slug, c.visibility, r.id AS "releaseId", r.number, r.hash,
  r.live_from AS "publishedAt", ${secondsLeft} AS "secondsLeft"`

// The parameters: workspace, course, and the number of the release if the address has one.
const statementOf = (name: string, course: string, release: string) =>
  defineSqlStatement<ReleaseForLearners & { outline: string }>(
    name,
    `SELECT ${columns}, r.outline
     FROM courses c JOIN releases r ON r.workspace_id = $1 AND r.course_id = c.id AND ${release}
     WHERE c.workspace_id = $1 AND ${course}`,
  )

/** The statements that read a release with its outline, by how the request names the course and the release. */
export const releaseStatements = {
  liveById: statementOf('delivery_live_by_id', 'c.id = $2::uuid', live),
  liveBySlug: statementOf('delivery_live_by_slug', 'c.slug = $2::text', live),
  numberedById: statementOf('delivery_numbered_by_id', 'c.id = $2::uuid', `r.number = $3 AND ${hasBeenLive}`),
  numberedBySlug: statementOf('delivery_numbered_by_slug', 'c.slug = $2::text', `r.number = $3 AND ${hasBeenLive}`),
}

/** The maximum size of a lesson that is read together with others. A batch of 100 then fits into one result. */
const maxBatchedBytes = 65_536
export const maxBatchSize = 100

/** A release that is still live, or still has been live. `body` is the lesson with the wanted hash, if it is short. */
export type ConfirmedRelease = ReleaseForLearners & { index: number; body: string | null }

// The parameters: workspace, and lists of courses, numbers of releases, whether each must be live, and lesson hashes.
const confirmationOf = (name: string, course: string) =>
  defineSqlStatement<ConfirmedRelease>(
    name,
    `SELECT q.index::int - 1 AS index, ${columns}, n.body
     FROM unnest($2::text[], $3::int[], $4::boolean[], $5::text[]) WITH ORDINALITY q (course, number, is_live, hash, index)
     JOIN courses c ON c.workspace_id = $1 AND ${course}
     JOIN releases r ON r.workspace_id = $1 AND r.course_id = c.id AND r.number = q.number
       AND CASE WHEN q.is_live THEN ${live} ELSE ${hasBeenLive} END
     LEFT JOIN LATERAL (
       SELECT CASE WHEN octet_length(t.body) <= ${maxBatchedBytes} THEN t.body END AS body FROM (
         SELECT coalesce(n.learner_body, n.body)::text AS body FROM release_nodes n
         WHERE n.workspace_id = $1 AND n.hash = q.hash OFFSET 0
       ) t
     ) n ON true`,
  )

/** The statements that ask for several releases at once whether learners can still read them. */
export const confirmationStatements = {
  byId: confirmationOf('delivery_confirm_by_id', 'c.id = q.course::uuid'),
  bySlug: confirmationOf('delivery_confirm_by_slug', 'c.slug = q.course'),
}
