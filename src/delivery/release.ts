import { defineSqlStatement } from '../platform/db/statement.ts'
import { type Outline, parseOutline } from '../releases/content/outline.ts'

/**
 * A release that learners can read now. `secondsLeft` is the time until the schedule of the course next changes, or
 * null if nothing is scheduled. `outline` is null if this process already has the outline in memory. `body` is the
 * lesson with the remembered hash, without its answers.
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
  outline: string | null
  body: string | null
}

/**
 * SQL for the number of the live release. While a scheduled change is due and not stored yet, the column is out of
 * date, so the number is computed.
 */
const liveNumber = `CASE WHEN c.live_changes_at <= statement_timestamp()
  THEN (SELECT l.number FROM live_release($1, c.id) l) ELSE c.live_release_number END`

const live = `r.number = ${liveNumber}`

/** SQL for a release that was live at some time. The course must be published, possibly with a newer release. */
const byNumber = `r.number = $5 AND r.published AND r.live_from <= statement_timestamp() AND ${liveNumber} IS NOT NULL`

/**
 * SQL for the seconds until the next scheduled change, rounded down. The value is 0 while a change is not stored yet.
 */
const secondsLeft = `CASE
  WHEN c.live_changes_at > statement_timestamp()
    THEN floor(extract(epoch FROM c.live_changes_at - statement_timestamp()))::int
  WHEN c.live_changes_at IS NOT NULL THEN 0 END`

// The parameters are the workspace, the course, the release whose outline is in memory, and the hash of the lesson.
const statementOf = (name: string, course: string, release: string) =>
  defineSqlStatement<ReleaseForLearners>(
    name,
    `SELECT c.id AS "courseId", c.slug, c.visibility, r.id AS "releaseId", r.number, r.hash,
       r.live_from AS "publishedAt", ${secondsLeft} AS "secondsLeft",
       CASE WHEN r.id IS DISTINCT FROM $3::uuid THEN r.outline END AS outline,
       coalesce(n.learner_body, n.body) AS body
     FROM courses c JOIN releases r ON r.workspace_id = $1 AND r.course_id = c.id AND ${release}
     LEFT JOIN release_nodes n ON n.workspace_id = $1 AND n.hash = $4::text
     WHERE c.workspace_id = $1 AND ${course}`,
  )

/**
 * The statements that read a release for learners. A request names the course by id or slug, and may name the release
 * by number.
 */
export const releaseStatements = {
  liveById: statementOf('delivery_live_by_id', 'c.id = $2::uuid', live),
  liveBySlug: statementOf('delivery_live_by_slug', 'c.slug = $2::text', live),
  numberedById: statementOf('delivery_numbered_by_id', 'c.id = $2::uuid', byNumber),
  numberedBySlug: statementOf('delivery_numbered_by_slug', 'c.slug = $2::text', byNumber),
}

/** An outline with the hash of each lesson by its id. */
export type IndexedOutline = { outline: Outline; hashes: ReadonlyMap<string, string> }

export function indexOutline(text: string): IndexedOutline {
  const outline = parseOutline(text)
  const lessons = outline.modules.flatMap((module) => module.lessons)
  return { outline, hashes: new Map(lessons.map(({ id, hash }) => [id, hash])) }
}
