import { parseQuizQuestions, type Question } from '../courses/block/quiz/questions.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { isUuid } from '../platform/uuid.ts'
import type { ReleaseLesson } from '../releases/content/outline.ts'
import { type Learner, makeContentNotReadableError } from './learner.ts'
import { readLessonWithConcurrencyLimit } from './lesson-read-limit.ts'
import { findReleaseForLearner, type RequestedRelease } from './read.ts'

type QuizNode = { courseId: string; lessonId: string; hash: string }

const nodesOfQuiz = defineSqlStatement<QuizNode>(
  'delivery_nodes_of_quiz',
  `SELECT q.course_id AS "courseId", q.lesson_id AS "lessonId", q.hash FROM release_quizzes q
   WHERE q.workspace_id = $1 AND q.block_id = $2`,
)
const bodyByHash = defineSqlStatement<{ body: string }>(
  'delivery_author_body',
  'SELECT n.body FROM release_nodes n WHERE n.workspace_id = $1 AND n.hash = $2',
)

/**
 * Reads a lesson of a release with the answers of its quizzes. Never send these answers to a learner who has not
 * responded yet.
 */
export async function readLessonWithAnswers(sql: SqlRunner, workspaceId: string, hash: string): Promise<ReleaseLesson> {
  const [node] = await sql.rows(bodyByHash, [workspaceId, hash])
  return JSON.parse(node!.body) as ReleaseLesson
}

/**
 * The maximum number of courses whose releases are searched for a quiz. If a quiz was moved to another course, the
 * releases of both courses can contain the quiz.
 */
const maxCourses = 10

/** Where to search for a quiz. Without `course`, all courses are searched. Without `number`, only live releases. */
type Releases = Partial<RequestedRelease>

/**
 * Finds a release that the learner may read and that contains the quiz. Returns the stored hash of the lesson with the
 * quiz, or undefined if there is no such release.
 */
async function findLessonHash(sql: SqlRunner, learner: Learner, blockId: string, { course: wanted, number }: Releases) {
  const nodes = await sql.rows(nodesOfQuiz, [learner.workspaceId, blockId])
  const courses =
    wanted === undefined ? [...new Set(nodes.map(({ courseId }) => courseId))].slice(0, maxCourses) : [wanted]
  for (const course of courses) {
    const release = await findReleaseForLearner(sql, learner, { course, number })
    const found = nodes.find(({ lessonId, hash }) => release?.storedHashes.get(lessonId) === hash)
    if (found) return found.hash
  }
  return undefined
}

/**
 * Reads the questions of a published quiz, with their right answers.
 * @throws ApiError if the learner can read no quiz with the id `blockId`: `unauthorized` for an anonymous caller, or
 * else `not_found`
 */
export async function readPublishedQuizWithAnswers(
  context: Pick<GraphQLContext, 'db' | 'limiters'>,
  learner: Learner,
  blockId: string,
  releases: Releases = {},
): Promise<Question[]> {
  const hash = isUuid(blockId) ? await findLessonHash(context.db.sql, learner, blockId, releases) : undefined
  if (hash === undefined) throw makeContentNotReadableError(learner, 'Quiz')
  return readLessonWithConcurrencyLimit(context, { workspaceId: learner.workspaceId, hash, form: 'author' }, (text) => {
    const { blocks } = JSON.parse(text) as ReleaseLesson
    return parseQuizQuestions(blocks.find(({ id }) => id === blockId.toLowerCase())!.content)
  })
}
