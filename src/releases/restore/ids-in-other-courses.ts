import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'

const ofTable = (table: string) =>
  `SELECT t.id FROM ${table} t WHERE t.workspace_id = $1 AND t.id = ANY($3::uuid[]) AND t.course_id <> $2`

const taken = defineSqlStatement<{ id: string }>(
  'release_taken_ids',
  ['modules', 'lessons', 'blocks'].map(ofTable).join(' UNION ALL '),
)

/** Returns the ids of the modules, lessons and blocks that are now in another course. Ignores all other given ids. */
export async function findIdsInOtherCourses(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  return new Set((await tx.rows(taken, [workspaceId, courseId, ids])).map(({ id }) => id))
}
