import { makeChangeParameters, makeRecordChangeSql } from '../../courses/changes/record-change.ts'
import type { Writer } from '../../courses/changes/writer.ts'
import type { CourseRow } from '../../courses/outline/rows.ts'
import { defineSqlStatement, makeSqlWithoutRows, type SqlRunner } from '../../platform/db/statement.ts'
import { hashDraftUnlessTooLarge } from '../content/draft-as-release.ts'
import { endReplacedReleases } from './replaced-releases.ts'

type LiveState = {
  number: number | null
  hash: string | null
  liveFrom: string | null
  treeVersion: number | null
  changesAt: string | null
}

const read = defineSqlStatement<LiveState>(
  'release_live_state',
  `SELECT l.number, l.hash, l.live_from AS "liveFrom", CASE WHEN NOT l.is_partial THEN l.tree_version END AS "treeVersion", n.at AS "changesAt"
   FROM (
     SELECT min(t.at) AS at FROM releases r CROSS JOIN LATERAL (VALUES (r.live_from), (r.live_until)) t (at)
     WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.published AND t.at > statement_timestamp()
   ) n LEFT JOIN live_release($1, $2) l ON true`,
)

/**
 * SQL for the number that is added to the tree version. It is 1 if the version increases (`$8` is 1) and the status in
 * the row changes to `$7`. Otherwise it is 0.
 */
const treeVersionIncrease = `CASE WHEN $8::int = 1 AND c.status NOT IN ('archived', $7) THEN 1 ELSE 0 END`
const status = "CASE WHEN c.status = 'archived' THEN c.status ELSE $7 END"

/**
 * Stores the live release in the row of a course. `$5` is true if the draft equals the live release. `$8` is added to
 * the version.
 */
const store = defineSqlStatement<never>(
  'release_live_state_store',
  makeSqlWithoutRows(
    `before AS (
     SELECT (c.status, c.live_release_number) IS DISTINCT FROM (${status}, $3::int) AS is_changed
     FROM courses c WHERE c.workspace_id = $1 AND c.id = $2
   )`,
    `stored AS (
     UPDATE courses c SET live_release_number = $3::int, published_at = $4,
       live_tree_version = CASE WHEN $5::boolean THEN c.tree_version + ${treeVersionIncrease} END, live_changes_at = $6,
       status = ${status}, version = c.version + $8::int, tree_version = c.tree_version + ${treeVersionIncrease}
     WHERE c.workspace_id = $1 AND c.id = $2 RETURNING c.id, c.tree_version
   )`,
    `recorded AS (${makeRecordChangeSql({
      firstParameter: 9,
      courseId: 'd.id',
      treeVersion: 'd.tree_version',
      from: '(SELECT s.id, s.tree_version FROM stored s CROSS JOIN before b WHERE b.is_changed) d',
    })})`,
  ),
)

type Options = {
  /** Whether to increase the version of the course. False if the same request has already increased the version. */
  increasesVersion: boolean
  /**
   * The hash of the draft, if the caller knows it. Otherwise `storeLiveReleaseState` computes the hash if necessary.
   */
  draftHash?: string
}

/**
 * Ends replaced releases, and stores the live release in the row of a locked course. Call this function after every
 * write of a release.
 */
export async function storeLiveReleaseState(
  tx: SqlRunner,
  writer: Writer,
  course: CourseRow,
  { increasesVersion, draftHash }: Options,
): Promise<void> {
  const { workspaceId } = writer
  const { id, treeVersion } = course
  // Replaced releases must end first. After the update of `live_changes_at` below, no job would look for them.
  await endReplacedReleases(tx, workspaceId, id)
  const [live] = await tx.rows(read, [workspaceId, id])
  const { number, hash, liveFrom, changesAt } = live!
  const isEqual =
    number !== null &&
    (live!.treeVersion === treeVersion ||
      hash === (draftHash ?? (await hashDraftUnlessTooLarge(tx, workspaceId, course))))
  const newStatus = number === null ? 'draft' : 'published'
  const versionIncrease = increasesVersion ? 1 : 0
  const fields = ['status', 'liveReleaseNumber']
  const change = makeChangeParameters(writer, [{ level: 'course', id, change: 'changed', fields }])
  await tx.rows(store, [workspaceId, id, number, liveFrom, isEqual, changesAt, newStatus, versionIncrease, ...change])
}
