import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'

const end = defineSqlStatement<never>(
  'releases_end_replaced',
  `UPDATE releases r SET live_until = l.live_from, version = r.version + 1 FROM live_release($1, $2) l
   WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.number <> l.number AND r.published AND l.live_until IS NULL
     AND r.live_from <= l.live_from AND (r.live_until IS NULL OR r.live_until > statement_timestamp())`,
)

/**
 * Ends the releases that the live release replaces, so that their `live_until` tells how long they were live. A live
 * release without an end replaces all releases that went live before it. A live release with an end replaces none,
 * because the release before it is live again after the end. The transaction must have locked the course.
 */
export const endReplacedReleases = async (tx: SqlRunner, workspaceId: string, courseId: string): Promise<void> =>
  void (await tx.rows(end, [workspaceId, courseId]))
