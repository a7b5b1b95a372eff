/**
 * An SQL condition that is true if a scheduled change of the live release is due, but not yet stored in the row of the
 * course `c`. A query must then compute the columns that depend on the live release. `-infinity` marks a course of an
 * old version of the service. The condition is false for this value, because the course has no releases to compute
 * from.
 */
export const liveReleaseChangeDueConditionSql = `(c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp())`

/**
 * Returns SQL for a value that depends on the live release. The value is in the column `stored`. If this column is out
 * of date, the SQL function `live` (`prisma/sql/live_release.sql`) computes the value.
 */
const computed = (live: string, stored: string) =>
  `CASE WHEN ${liveReleaseChangeDueConditionSql} THEN ${live}(c.workspace_id, c.id) ELSE ${stored} END`

/**
 * SQL for the tree version at which the draft equals the live release. If the tree version of the draft is different,
 * the draft has unpublished changes. If this value is NULL, the draft has unpublished changes too.
 */
const equalTreeVersion = computed('live_release_tree_version', 'c.live_tree_version')

/** The SELECT expression for the status of a course `c`, which depends on the live release and on the time. */
export const courseStatusSql = `CASE WHEN c.status = 'archived' THEN c.status
    WHEN ${liveReleaseChangeDueConditionSql} THEN CASE WHEN live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status`

/**
 * The SELECT list for three columns of a course `c` that depend on its releases and on the time. For the status, use
 * `courseStatusSql`.
 */
export const liveReleaseColumnsSql = `${computed('live_release_number', 'c.live_release_number')} AS "liveReleaseNumber",
  ${computed('live_release_from', 'c.published_at')} AS "publishedAt",
  ${equalTreeVersion} IS DISTINCT FROM c.tree_version AS "hasUnpublishedChanges"`
