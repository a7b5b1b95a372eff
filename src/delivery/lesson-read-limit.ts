import type { GraphQLContext } from '../operations/context.ts'
import { defineSqlStatement } from '../platform/db/statement.ts'
import { releaseReadLimiter } from '../releases/limiters.ts'
import { maxBytesOfLessonReadWithRelease } from './release-confirmation.ts'

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

/** The size limit, in bytes, that allows every lesson. PostgreSQL stores no larger values. */
const noSizeLimitBytes = 2_147_483_647

/**
 * A lesson of a release. `form` says which stored text of the lesson to read: `learner` is without quiz answers,
 * `author` is with quiz answers. Never send the answers to a learner who has not responded yet.
 */
type LessonToRead = { workspaceId: string; hash: string; form: keyof typeof statements }

/**
 * Reads a lesson, and returns the result of `use`. A lesson can have up to 20 MB. A workspace may read only a few
 * lessons of more than 64 KB at the same time, and further reads wait.
 * @param use gets the JSON text of the lesson
 * @param wasReadMeanwhile is called after the wait. If another request has cached the result during the wait,
 * `wasReadMeanwhile` returns the result, so the lesson is not read again. Otherwise, it returns undefined.
 */
export async function readLessonWithConcurrencyLimit<Result>(
  { db: { sql }, limiters }: Pick<GraphQLContext, 'db' | 'limiters'>,
  { workspaceId, hash, form }: LessonToRead,
  use: (text: string) => Result,
  wasReadMeanwhile: () => Result | undefined = () => undefined,
): Promise<Result> {
  const read = async (maxBytes: number) => (await sql.rows(statements[form], [workspaceId, hash, maxBytes]))[0]!.body
  const small = await read(maxBytesOfLessonReadWithRelease)
  if (small !== null) return use(small)
  const endTurn = await limiters.get(releaseReadLimiter).acquire(workspaceId)
  try {
    return wasReadMeanwhile() ?? use((await read(noSizeLimitBytes))!)
  } finally {
    endTurn()
  }
}
