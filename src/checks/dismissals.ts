import { maxDismissalsPerCourse } from '../courses/outline/writes/dismissal-moves.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { ApiError } from '../platform/errors.ts'

/** The dismissal of a finding: somebody has decided to ignore the finding. */
export type Dismissal = {
  /** The id of the finding. */
  id: string
  courseId: string
  /** The id of the course, module, lesson or block that has the problem. */
  nodeId: string
  code: string
  reason: string | null
  caller: string
  createdAt: string | Date
}

const columns =
  'd.finding_id AS id, d.course_id AS "courseId", d.node_id AS "nodeId", d.code, d.reason, d.caller, d.created_at AS "createdAt"'

const list = defineSqlStatement<Dismissal>(
  'dismissals_of_course',
  `SELECT ${columns} FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $2 LIMIT ${maxDismissalsPerCourse}`,
)
const removeOthers = defineSqlStatement<never>(
  'dismissals_remove_others',
  `DELETE FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $2
   AND NOT d.finding_id = ANY($3::uuid[]) AND NOT d.code = ANY($4::text[])`,
)
const countOthers = defineSqlStatement<{ count: number }>(
  'dismissals_count_others',
  `SELECT count(*)::int AS count FROM dismissals d
   WHERE d.workspace_id = $1 AND d.course_id = $2 AND d.finding_id <> $3`,
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

type NewDismissal = Omit<Dismissal, 'courseId' | 'createdAt'>

/**
 * Dismisses a finding. The transaction must have locked the course. Returns undefined and writes nothing if the course
 * already has the maximum number of dismissals.
 */
export async function saveDismissalWithinLimit(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  { id, nodeId, code, reason, caller }: NewDismissal,
): Promise<Dismissal | undefined> {
  const [others] = await tx.rows(countOthers, [workspaceId, courseId, id])
  if (others!.count >= maxDismissalsPerCourse) return undefined
  const [row] = await tx.rows(insert, [workspaceId, courseId, id, nodeId, code, reason, caller])
  return row!
}

/**
 * Deletes the dismissals of a course, except those of the findings in `findingIds` and of the checks in `codesToKeep`.
 */
export const deleteDismissalsOfOtherFindings = (
  sql: SqlRunner,
  workspaceId: string,
  courseId: string,
  findingIds: readonly string[],
  codesToKeep: readonly string[],
) => sql.rows(removeOthers, [workspaceId, courseId, findingIds, codesToKeep])

export const makeTooManyDismissalsError = () =>
  new ApiError(
    'conflict',
    `The course has ${maxDismissalsPerCourse.toLocaleString('en')} dismissed findings. Correct some of them first.`,
    { details: { limit: 'dismissals', max: maxDismissalsPerCourse } },
  )

/** Deletes the dismissal of a finding. Returns undefined if the finding is not dismissed. */
export async function deleteDismissal(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  findingId: string,
): Promise<{ id: string } | undefined> {
  const [row] = await tx.rows(remove, [workspaceId, courseId, findingId])
  return row
}
