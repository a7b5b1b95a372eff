import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { ApiError, makeNotFoundError } from '../platform/errors.ts'
import { isUuid } from '../platform/uuid.ts'
import type { Finding } from './finding.ts'

/** The maximum number of dismissals of one course. */
const maxDismissals = 1000

/**
 * The dismissal of a finding. `id` is the id of the finding. `nodeId` is the id of the course, module, lesson or block
 * that has the problem.
 */
export type Dismissal = {
  id: string
  nodeId: string
  code: string
  reason: string | null
  caller: string
  createdAt: string | Date
}

const columns = 'd.finding_id AS id, d.node_id AS "nodeId", d.code, d.reason, d.caller, d.created_at AS "createdAt"'

const list = defineSqlStatement<Dismissal>(
  'dismissals_of_course',
  `SELECT ${columns} FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $2 LIMIT ${maxDismissals}`,
)
const removeOthers = defineSqlStatement<never>(
  'dismissals_remove_others',
  'DELETE FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $2 AND NOT d.finding_id = ANY($3::uuid[])',
)
const count = defineSqlStatement<{ count: number }>(
  'dismissals_count',
  'SELECT count(*)::int AS count FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $2',
)
const insert = defineSqlStatement<Dismissal>(
  'dismissals_insert',
  `INSERT INTO dismissals AS d (workspace_id, course_id, finding_id, node_id, code, reason, caller)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (workspace_id, course_id, finding_id) DO UPDATE SET reason = EXCLUDED.reason, caller = EXCLUDED.caller
   RETURNING ${columns}`,
)
const remove = defineSqlStatement<{ id: string }>(
  'dismissals_remove',
  `DELETE FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $2 AND d.finding_id = $3
   RETURNING d.finding_id AS id`,
)

/** Returns a map from the id of each dismissed finding of a course to its dismissal. */
export async function readDismissals(
  sql: SqlRunner,
  workspaceId: string,
  courseId: string,
): Promise<Map<string, Dismissal>> {
  const rows = await sql.rows(list, [workspaceId, courseId])
  return new Map(rows.map((row) => [row.id, row]))
}

type NewDismissal = { finding: Finding; reason: string | null; caller: string }

/**
 * Dismisses a finding. The transaction must have locked the course. If the course already has the maximum number of
 * dismissals, the function first deletes the dismissals whose findings no longer exist.
 * @param findings all findings of the course
 * @throws ApiError `conflict` if the course has 1,000 dismissals whose findings still exist
 */
export async function insertDismissal(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  findings: readonly Finding[],
  { finding, reason, caller }: NewDismissal,
): Promise<Dismissal> {
  const isFull = async () => (await tx.rows(count, [workspaceId, courseId]))[0]!.count >= maxDismissals
  if (await isFull()) {
    await tx.rows(removeOthers, [workspaceId, courseId, findings.map(({ id }) => id)])
    if (await isFull())
      throw new ApiError('conflict', 'The course has 1,000 dismissed findings. Correct some of them first.', {
        details: { limit: 'dismissals', max: maxDismissals },
      })
  }
  const { id, nodeId, code } = finding
  const [row] = await tx.rows(insert, [workspaceId, courseId, id, nodeId, code, reason, caller])
  return row!
}

/**
 * Deletes the dismissal of a finding, so that the finding can prevent a publish again.
 * @throws ApiError `not_found` if the finding is not dismissed
 */
export async function deleteDismissal(
  sql: SqlRunner,
  workspaceId: string,
  courseId: string,
  findingId: string,
): Promise<{ id: string }> {
  const [row] = isUuid(courseId) && isUuid(findingId) ? await sql.rows(remove, [workspaceId, courseId, findingId]) : []
  if (!row) throw makeNotFoundError('Dismissal')
  return row
}
