import { isDeepStrictEqual } from 'node:util'
import { type Question, readQuizQuestions } from '../courses/block/quiz/questions.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { makeInvalidRequestError, makeNotFoundError } from '../platform/errors.ts'
import { isUuid } from '../platform/uuid.ts'
import type { ReleaseLesson } from '../releases/content/outline.ts'
import { type Learner, makeContentNotReadableError } from './learner.ts'
import { readLessonWithConcurrencyLimit } from './lesson-read-limit.ts'
import { findReleaseForLearner, type RequestedRelease } from './read.ts'

type QuizNode = { courseId: string; lessonId: string; hash: string }

const nodesOfQuiz = defineSqlStatement<QuizNode>(
  'delivery_nodes_of_quiz',
  `SELECT q.course_id AS "courseId", q.lesson_id AS "lessonId", q.hash FROM release_quizzes q
   WHERE q.workspace_id = $1 AND q.block_id = $2 ORDER BY q.course_id DESC`,
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
 * The maximum number of courses that are searched for a quiz. Releases of several courses can contain the same quiz,
 * because authors can move a quiz to another course.
 */
const maxCourses = 10

/**
 * Where to search for a quiz. If `course` is missing, all courses are searched. If `number` is missing, only live
 * releases are searched.
 */
type Releases = Partial<RequestedRelease>

const makeCourseRequiredError = () =>
  makeInvalidRequestError([
    { path: 'course', message: 'is required, because releases of several courses contain this quiz' },
  ])

/** The stored hash of a lesson, and the language of its course. */
type FoundLesson = { hash: string; language: string | null }

/**
 * Returns the lessons that contain the given quiz. Searches only releases that the learner may
 * read.
 * @throws ApiError `invalid_request` if a found quiz is in more than `maxCourses` courses
 */
async function findLessonsOfQuiz(
  sql: SqlRunner,
  learner: Learner,
  blockId: string,
  { course, number }: Releases,
): Promise<FoundLesson[]> {
  const nodes = await sql.rows(nodesOfQuiz, [learner.workspaceId, blockId])
  const candidates = course === undefined ? [...new Set(nodes.map(({ courseId }) => courseId))] : [course]
  const lessons = new Map<string, FoundLesson>()
  for (const candidate of candidates.slice(0, maxCourses)) {
    const release = await findReleaseForLearner(sql, learner, { course: candidate, number })
    const found = nodes.find(({ lessonId, hash }) => release?.storedHashes.get(lessonId) === hash)
    if (found) lessons.set(found.hash, { hash: found.hash, language: release!.outline.language ?? null })
  }
  if (lessons.size > 0 && candidates.length > maxCourses) throw makeCourseRequiredError()
  return [...lessons.values()]
}

/** A question with its right answer, and the language of its course. */
type PublishedQuestion = { question: Question | undefined; language: string | null }

/** The id of a quiz block, and the id of one of its questions. */
type QuestionKey = { blockId: string; questionId: string }

/**
 * Reads a question of a published quiz, with its right answer, and the language of its course.
 * @throws ApiError `unauthorized` or `not_found` if the learner can read no such question
 * @throws ApiError `invalid_request` if the request must name the course, because several courses contain the quiz
 */
export async function readPublishedQuestion(
  context: Pick<GraphQLContext, 'db' | 'limiters'>,
  learner: Learner,
  { blockId, questionId }: QuestionKey,
  releases: Releases = {},
): Promise<{ question: Question; language: string | null }> {
  const lessons = isUuid(blockId) ? await findLessonsOfQuiz(context.db.sql, learner, blockId, releases) : []
  const found: PublishedQuestion[] = []
  for (const { hash, language } of lessons) {
    const lesson = { workspaceId: learner.workspaceId, hash, form: 'author' } as const
    const question = await readLessonWithConcurrencyLimit(context, lesson, (text) => {
      const { blocks } = JSON.parse(text) as ReleaseLesson
      const { content } = blocks.find(({ id }) => id === blockId.toLowerCase())!
      return readQuizQuestions(content).find(({ id }) => id === questionId)
    })
    found.push({ question, language })
  }
  const [first, ...others] = found
  // If the question differs between courses, the service does not know which question the learner has seen.
  if (others.some((other) => !isDeepStrictEqual(other, first))) throw makeCourseRequiredError()
  if (!first) throw makeContentNotReadableError(learner, 'Quiz')
  const { question, language } = first
  if (!question) throw makeNotFoundError('Question')
  return { question, language }
}
