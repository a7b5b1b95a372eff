import { defineSqlStatement } from '../platform/db/statement.ts'
import { learnerBodySql } from '../releases/content/learner-body.ts'
import {
  hasBeenLiveInPublishedCourseSql,
  isLiveSql,
  type ReadableRelease,
  readableReleaseColumnsSql,
  secondsUntilNextChangeSql,
} from './release.ts'

/**
 * The maximum size in bytes of a lesson that is read together with its release. One statement can read
 * `maxReleasesPerBatch` such lessons.
 */
export const maxBytesOfLessonReadWithRelease = 65_536
/** The maximum number of releases that one SQL statement checks. */
export const maxReleasesPerBatch = 100

/**
 * A release that learners can still read. `index` is its position in the SQL parameters. `body` is the JSON text of the
 * lesson, or null if not read.
 * `isForLearners` is false if the service must still remove the answers from `body`.
 */
export type StillReadableRelease = ReadableRelease & { index: number; body: string | null; isForLearners: boolean }

/**
 * Makes a statement that checks a list of releases and returns those that learners can read. `hash` is the stored hash
 * of a lesson that the statement also reads, or NULL.
 */
const confirmationOf = (name: string, course: string) =>
  defineSqlStatement<StillReadableRelease>(
    name,
    `SELECT q.index::int - 1 AS index, ${readableReleaseColumnsSql}, n.body, n.is_for_learners AS "isForLearners"
     FROM unnest($2::text[], $3::int[], $4::boolean[], $5::text[]) WITH ORDINALITY q (course, number, is_live, hash, index)
     CROSS JOIN LATERAL (SELECT c.* FROM courses c WHERE c.workspace_id = $1 AND ${course} OFFSET 0) c
     CROSS JOIN LATERAL (
       SELECT r.* FROM releases r WHERE r.workspace_id = $1 AND r.course_id = c.id AND r.number = q.number
         AND CASE WHEN q.is_live THEN ${isLiveSql} ELSE ${hasBeenLiveInPublishedCourseSql} END OFFSET 0
     ) r
     LEFT JOIN LATERAL (
       SELECT CASE WHEN octet_length(t.body) <= ${maxBytesOfLessonReadWithRelease} THEN t.body END AS body, t.is_for_learners FROM (
         SELECT (${learnerBodySql.body})::text AS body, ${learnerBodySql.isForLearners} AS is_for_learners FROM release_nodes n
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
 * The fields of a live release that the database returns. The cache contains the others. `index` is the position of the
 * course in the SQL parameters.
 */
export type StillLiveRelease = Pick<
  ReadableRelease,
  'courseId' | 'slug' | 'visibility' | 'publishedAt' | 'secondsLeft'
> & { index: number }

/**
 * Makes a statement that takes pairs of a course and a release number, and returns the pairs whose release is still
 * live.
 */
const liveConfirmationOf = (name: string, course: string) =>
  // A course with a due scheduled change is left out, because its columns are out of date.
  defineSqlStatement<StillLiveRelease>(
    name,
    `SELECT q.index::int - 1 AS index, c.id AS "courseId", c.slug, c.visibility, c.published_at AS "publishedAt",
       ${secondsUntilNextChangeSql} AS "secondsLeft"
     FROM unnest($2::text[], $3::int[]) WITH ORDINALITY q (course, number, index)
     CROSS JOIN LATERAL (
       SELECT c.* FROM courses c WHERE c.workspace_id = $1 AND ${course} AND c.live_release_number = q.number
         AND (c.live_changes_at IS NULL OR c.live_changes_at > statement_timestamp()) OFFSET 0
     ) c`,
  )

/** The statements that find out which of several releases are still live. */
export const stillLiveReleaseStatements = {
  byId: liveConfirmationOf('delivery_confirm_live_by_id', 'c.id = q.course::uuid'),
  bySlug: liveConfirmationOf('delivery_confirm_live_by_slug', 'c.slug = q.course'),
}
