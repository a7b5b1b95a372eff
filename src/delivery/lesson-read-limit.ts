import { wholeCourseLimiter } from '../courses/outline/whole-course-limiter.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { defineSqlStatement } from '../platform/db/statement.ts'
import { learnerBodySql, makeLearnerLessonText } from '../releases/content/learner-body.ts'
import { maxBytesOfLessonReadWithRelease } from './release-confirmation.ts'

type StoredLesson = { body: string; isForLearners: boolean }

const statementOf = (name: string, { body, isForLearners }: { body: string; isForLearners: string }) =>
  defineSqlStatement<{ body: string | null; isForLearners: boolean }>(
    name,
    `SELECT CASE WHEN octet_length(t.body) <= $3::int THEN t.body END AS body, t.is_for_learners AS "isForLearners" FROM (
       SELECT (${body})::text AS body, ${isForLearners} AS is_for_learners FROM release_nodes n
       WHERE n.workspace_id = $1 AND n.hash = $2 OFFSET 0
     ) t`,
  )

const statements = {
  learner: statementOf('delivery_lesson_up_to', learnerBodySql),
  author: statementOf('delivery_author_lesson_up_to', { body: 'n.body', isForLearners: 'false' }),
}

/** A size limit, in bytes, that no lesson exceeds, because PostgreSQL stores no larger values. */
const noSizeLimitBytes = 2_147_483_647

/**
 * A lesson of a release, and the form of its JSON text. The form `learner` contains no quiz answers. The form `author`
 * contains the answers: never send it to a learner who has not responded yet.
 */
type LessonToRead = { workspaceId: string; hash: string; form: keyof typeof statements }

/** Returns the JSON text of a stored lesson in the requested form. */
const textOf = (form: keyof typeof statements, stored: StoredLesson) =>
  form === 'learner' ? makeLearnerLessonText(stored) : stored.body

/**
 * Reads the JSON text of a lesson, passes the text to `use`, and returns the result of `use`. The read of a lesson of
 * more than 64 KB (up to 20 MB) waits until the limiter allows it.
 */
export async function readLessonWithConcurrencyLimit<Result>(
  { db: { sql }, limiters }: Pick<GraphQLContext, 'db' | 'limiters'>,
  { workspaceId, hash, form }: LessonToRead,
  use: (text: string) => Result,
  /**
   * Called when the wait for a large lesson ends. If another request has cached the result during the wait, returns
   * that result, otherwise undefined.
   */
  wasReadMeanwhile: () => Result | undefined = () => undefined,
): Promise<Result> {
  const read = async (maxBytes: number) => {
    const [{ body, isForLearners }] = (await sql.rows(statements[form], [workspaceId, hash, maxBytes])) as [
      { body: string | null; isForLearners: boolean },
    ]
    return body === null ? null : textOf(form, { body, isForLearners })
  }
  const small = await read(maxBytesOfLessonReadWithRelease)
  if (small !== null) return use(small)
  const endTurn = await limiters.get(wholeCourseLimiter).acquire(workspaceId)
  try {
    return wasReadMeanwhile() ?? use((await read(noSizeLimitBytes))!)
  } finally {
    endTurn()
  }
}
