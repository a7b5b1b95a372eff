import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'

/** A release with an end replaces no earlier release, because the earlier release goes live again after this end. */
const end = defineSqlStatement<never>(
  'releases_end_replaced',
  `UPDATE releases r SET live_until = e.at, version = r.version + 1 FROM (
     SELECT o.number, min(n.live_from) AS at FROM releases o JOIN releases n
       ON n.workspace_id = $1 AND n.course_id = $2 AND n.published AND n.live_until IS NULL
       AND n.live_from <= statement_timestamp() AND (n.live_from, n.number) > (o.live_from, o.number)
     WHERE o.workspace_id = $1 AND o.course_id = $2 AND o.published AND (o.live_until IS NULL OR o.live_until > n.live_from)
     GROUP BY o.number
   ) e WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.number = e.number`,
)

/**
 * Ends each release that a later release has replaced, in a locked course. Call this function before a change of a
 * schedule, because the job that ends replaced releases may run late.
 */
export const endReplacedReleases = async (tx: SqlRunner, workspaceId: string, courseId: string): Promise<void> =>
  void (await tx.rows(end, [workspaceId, courseId]))
