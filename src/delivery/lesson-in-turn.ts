import type { GraphQLContext } from '../operations/context.ts'
import { defineSqlStatement } from '../platform/db/statement.ts'
import { maxBatchedBytes } from './release.ts'

const statementOf = (name: string, body: string) =>
  defineSqlStatement<{ body: string | null }>(
    name,
    `SELECT CASE WHEN octet_length(t.body) <= $3::int THEN t.body END AS body FROM (
       SELECT ${body}::text AS body FROM release_nodes n WHERE n.workspace_id = $1 AND n.hash = $2 OFFSET 0
     ) t`,
  )

const statements = {
  learner: statementOf('delivery_lesson_up_to', 'coalesce(n.learner_body, n.body)'),
  author: statementOf('delivery_author_lesson_up_to', 'n.body'),
}

/** No value in PostgreSQL is larger. */
const anyBytes = 2_147_483_647

/**
 * A lesson of a release. The form for authors has the answers of quizzes. Never send these answers to a learner who has
 * not responded yet.
 */
type LessonToRead = { workspaceId: string; hash: string; form: keyof typeof statements }

/**
 * Reads a lesson and returns the result of `use`. A lesson of more than 64 KB can have 20 MB, so such a lesson is read
 * and used in a turn of its workspace. `wasReadMeanwhile` returns a result that another request has made during the
 * wait.
 * @param use gets the JSON text of the lesson
 */
export async function readLessonInTurn<Result>(
  { db: { sql }, limiters }: Pick<GraphQLContext, 'db' | 'limiters'>,
  { workspaceId, hash, form }: LessonToRead,
  use: (text: string) => Result,
  wasReadMeanwhile: () => Result | undefined = () => undefined,
): Promise<Result> {
  const read = async (maxBytes: number) => (await sql.rows(statements[form], [workspaceId, hash, maxBytes]))[0]!.body
  const small = await read(maxBatchedBytes)
  if (small !== null) return use(small)
  const endTurn = await limiters.releaseReads.acquire(workspaceId)
  try {
    return wasReadMeanwhile() ?? use((await read(anyBytes))!)
  } finally {
    endTurn()
  }
}
