// `-infinity` in `live_changes_at` marks a published course without a release. A job creates the first release.
/**
 * SQL that is true if a scheduled change of the live release is due, but the row of the course `c` still has the old
 * values.
 */
export const liveReleaseChangeDueConditionSql = `(c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp())`

/**
 * Returns SQL for a value that depends on the live release, such as its number. Usually, a column contains the value
 * (`stored`). While a scheduled change is due, a SQL function computes the value (`live`).
 */
const computed = (live: string, stored: string) =>
  `CASE WHEN ${liveReleaseChangeDueConditionSql} THEN ${live}(c.workspace_id, c.id) ELSE ${stored} END`

/** SQL for the tree version at which the draft equals the live release, or NULL if there is no such tree version. */
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
