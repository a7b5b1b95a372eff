/**
 * SQL for "a schedule has started or ended a release, and no job has stored that yet". The columns of the course are
 * then out of date, so a read computes their values. `-infinity` marks a course that was published by a version of the
 * service without releases.
 */
const isDue = `(c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp())`

/** Returns SQL for a column: the value that is stored, or that of the function `live` (`prisma/sql/live_release.sql`). */
const computed = (live: string, stored: string) =>
  `CASE WHEN ${isDue} THEN ${live}(c.workspace_id, c.id) ELSE ${stored} END`

/** The tree version at which the draft is equal to the live release: NULL for a release of some lessons only. */
const equalTreeVersion = computed('live_release_tree_version', 'c.live_tree_version')

/** The SELECT list for the status of a course `c`, which depends on the live release and on the time. */
export const statusSql = `CASE WHEN c.status = 'archived' THEN c.status
    WHEN ${isDue} THEN CASE WHEN live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status`

/** The SELECT list for the other columns of a course `c` that depend on its releases and on the time. */
export const liveColumnsSql = `${computed('live_release_number', 'c.live_release_number')} AS "liveReleaseNumber",
  ${computed('live_release_from', 'c.published_at')} AS "publishedAt",
  ${equalTreeVersion} IS DISTINCT FROM c.tree_version AS "hasUnpublishedChanges"`
