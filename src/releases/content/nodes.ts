import { makeYieldToEventLoop } from '../../courses/tree/yield-often.ts'
import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { convertToLearnerBody, learnerFormVersion } from './learner-body.ts'

const insert = defineSqlStatement<never>(
  'release_nodes_insert',
  `INSERT INTO release_nodes (workspace_id, hash, course_id, body, learner_body, learner_form)
   SELECT $1, n.hash, $2, n.body::json, n.learner_body::json, ${learnerFormVersion}
   FROM unnest($3::text[], $4::text[], $5::text[]) AS n (hash, body, learner_body)
   ON CONFLICT (workspace_id, hash) DO NOTHING`,
)

const byHash = defineSqlStatement<{ hash: string; body: string }>(
  'release_nodes_by_hash',
  `SELECT n.hash, n.body FROM release_nodes n WHERE n.workspace_id = $1 AND n.hash = ANY($2::text[])`,
)

/**
 * Returns the JSON text of a lesson for learners, without the answers of quizzes. Returns null if this text equals the
 * text for authors.
 */
function makeLearnerBody(body: string): string | null {
  const text = convertToLearnerBody(body)
  return text === body ? null : text
}

/**
 * Stores the JSON texts of lessons for the releases of a course. `bodies` maps hashes to texts. Texts that are already
 * stored stay unchanged.
 */
export async function insertReleaseLessons(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  bodies: ReadonlyMap<string, string>,
): Promise<void> {
  if (bodies.size === 0) return
  const yieldOften = makeYieldToEventLoop()
  const learnerBodies: (string | null)[] = []
  for (const body of bodies.values()) {
    await yieldOften()
    learnerBodies.push(makeLearnerBody(body))
  }
  await tx.rows(insert, [workspaceId, courseId, [...bodies.keys()], [...bodies.values()], learnerBodies])
}

const sizesByHash = defineSqlStatement<{ hash: string; bytes: number }>(
  'release_nodes_sizes',
  `SELECT n.hash, octet_length(n.body::text) AS bytes FROM release_nodes n
   WHERE n.workspace_id = $1 AND n.hash = ANY($2::text[])`,
)

/** Returns a map from hashes to the sizes of the JSON texts of lessons, in bytes. */
export async function readLessonSizesByHash(
  sql: SqlRunner,
  workspaceId: string,
  hashes: readonly string[],
): Promise<Map<string, number>> {
  const rows = hashes.length > 0 ? await sql.rows(sizesByHash, [workspaceId, hashes]) : []
  return new Map(rows.map(({ hash, bytes }) => [hash, bytes]))
}

/** Reads the JSON texts of lessons, including the answers of quizzes. Returns a map from hashes to texts. */
export async function readLessonTextsByHash(
  sql: SqlRunner,
  workspaceId: string,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const rows = hashes.length > 0 ? await sql.rows(byHash, [workspaceId, hashes]) : []
  return new Map(rows.map(({ hash, body }) => [hash, body]))
}
