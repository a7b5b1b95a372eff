/**
 * An SQL condition that is true if a scheduled change of the live release is due but not yet stored in the row of the
 * course `c`. Some columns of the row are then out of date, so a query must compute their values. If `live_changes_at`
 * is `-infinity`, the condition is false: this value marks a course from an old version of the service, which had no
 * releases.
 */
export const liveReleaseChangeDueConditionSql = `(c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp())`

/**
 * Returns SQL for a value that depends on the live release: the column `stored`, or if this column is out of date, the
 * result of the SQL function `live` (`prisma/sql/live_release.sql`).
 */
const computed = (live: string, stored: string) =>
  `CASE WHEN ${liveReleaseChangeDueConditionSql} THEN ${live}(c.workspace_id, c.id) ELSE ${stored} END`

/**
 * SQL for the tree version at which the draft equals the live release. NULL if the draft differed from the live release
 * when this value was last stored.
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
