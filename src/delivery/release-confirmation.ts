import { defineSqlStatement } from '../platform/db/statement.ts'
import {
  hasBeenLiveInPublishedCourseSql,
  isLiveSql,
  type ReadableRelease,
  readableReleaseColumnsSql,
  secondsUntilNextChangeSql,
} from './release.ts'

/**
 * If a lesson has at most this many bytes, the SQL statement that checks its release also reads the lesson. Larger
 * lessons are read separately, because one statement checks up to `maxReleasesPerBatch` releases.
 */
export const maxBytesOfLessonReadWithRelease = 65_536
/** The maximum number of releases that one SQL statement checks. */
export const maxReleasesPerBatch = 100

/**
 * A release that learners can still read. `index` is the position of the release in the SQL parameters. `body` is the
 * JSON text of the requested lesson, or null if no lesson was requested or the lesson is larger than
 * `maxBytesOfLessonReadWithRelease`.
 */
export type StillReadableRelease = ReadableRelease & { index: number; body: string | null }

/**
 * Makes a statement that gets a list of releases, and reads those that learners can still read. The SQL parameter `$1`
 * is the id of the workspace. The other parameters are lists with one entry for each release: `$2` the id or slug of
 * the course, `$3` the number of the release, `$4` whether the release must be live, and `$5` the hash of a lesson to
 * read, or NULL.
 */
const confirmationOf = (name: string, course: string) =>
  defineSqlStatement<StillReadableRelease>(
    name,
    `SELECT q.index::int - 1 AS index, ${readableReleaseColumnsSql}, n.body
     FROM unnest($2::text[], $3::int[], $4::boolean[], $5::text[]) WITH ORDINALITY q (course, number, is_live, hash, index)
     JOIN courses c ON c.workspace_id = $1 AND ${course}
     JOIN releases r ON r.workspace_id = $1 AND r.course_id = c.id AND r.number = q.number
       AND CASE WHEN q.is_live THEN ${isLiveSql} ELSE ${hasBeenLiveInPublishedCourseSql} END
     LEFT JOIN LATERAL (
       SELECT CASE WHEN octet_length(t.body) <= ${maxBytesOfLessonReadWithRelease} THEN t.body END AS body FROM (
         SELECT coalesce(n.learner_body, n.body)::text AS body FROM release_nodes n
         WHERE n.workspace_id = $1 AND n.hash = q.hash OFFSET 0
       ) t
     ) n ON true`,
  )

/** The statements that find out which of several releases learners can still read. */
export const stillReadableReleaseStatements = {
  byId: confirmationOf('delivery_confirm_by_id', 'c.id = q.course::uuid'),
  bySlug: confirmationOf('delivery_confirm_by_slug', 'c.slug = q.course'),
}

/**
 * The fields of a live release that the database returns. The cache contains the other fields, which never change.
 * `index` is the position of the course in the SQL parameters.
 */
export type StillLiveRelease = Pick<
  ReadableRelease,
  'courseId' | 'slug' | 'visibility' | 'publishedAt' | 'secondsLeft'
> & { index: number }

/**
 * Makes a statement that finds the courses whose live release has a given number. `$2` contains the ids or slugs of the
 * courses, and `$3` the numbers of the releases. The statement reads only the table of courses. It leaves out a course
 * with a due scheduled change, because the columns of such a course are out of date.
 */
const liveConfirmationOf = (name: string, course: string) =>
  defineSqlStatement<StillLiveRelease>(
    name,
    `SELECT q.index::int - 1 AS index, c.id AS "courseId", c.slug, c.visibility, c.published_at AS "publishedAt",
       ${secondsUntilNextChangeSql} AS "secondsLeft"
     FROM unnest($2::text[], $3::int[]) WITH ORDINALITY q (course, number, index)
     JOIN courses c ON c.workspace_id = $1 AND ${course} AND c.live_release_number = q.number
       AND (c.live_changes_at IS NULL OR c.live_changes_at > statement_timestamp())`,
  )

/** The statements that find out which of several releases are still live. */
export const stillLiveReleaseStatements = {
  byId: liveConfirmationOf('delivery_confirm_live_by_id', 'c.id = q.course::uuid'),
  bySlug: liveConfirmationOf('delivery_confirm_live_by_slug', 'c.slug = q.course'),
}
