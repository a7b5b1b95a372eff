/**
 * SQL for "a schedule has started or ended a release, and no job has stored that yet". The columns of the course are
 * then out of date, so a read computes their values. `-infinity` marks a course that was published by a version of the
 * service without releases.
 */
const isDue = `(c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp())`

const computed = (expression: string, stored: string) =>
  `CASE WHEN ${isDue} THEN (SELECT ${expression} FROM live_release(c.workspace_id, c.id) r) ELSE ${stored} END`

/** The tree version at which the draft is equal to the live release: NULL for a release of some lessons only. */
const equalTreeVersion = computed('max(CASE WHEN NOT r.is_partial THEN r.tree_version END)', 'c.live_tree_version')

/** The SELECT list for the columns of a course `c` that depend on its releases and on the time. */
export const liveColumnsSql = `CASE WHEN c.status = 'archived' THEN c.status
    ELSE ${computed(`CASE WHEN count(*) > 0 THEN 'published' ELSE 'draft' END`, 'c.status')} END AS status,
  ${computed('max(r.number)', 'c.live_release_number')} AS "liveReleaseNumber",
  ${computed('max(r.live_from)', 'c.published_at')} AS "publishedAt",
  ${equalTreeVersion} IS DISTINCT FROM c.tree_version AS "hasUnpublishedChanges"`
