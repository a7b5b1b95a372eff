import { readAssetAddresses } from '../assets/serving/read-addresses.ts'
import { readQuizQuestions } from '../courses/block/quiz/questions.ts'
import { readCoursesByIds } from '../courses/outline/reads/course-reads.ts'
import { readWorkspaceBrand } from '../keys/workspace-brand.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { readDraftAsRelease } from '../releases/content/draft-as-release.ts'
import { makeLearnerLesson } from '../releases/content/learner-body.ts'
import { listOutlineLessons, type ReleaseLesson } from '../releases/content/outline.ts'
import {
  type CourseSnapshot,
  makeStoredReleaseSnapshot,
  makeUnstoredReleaseSnapshot,
  readRelease,
} from '../releases/content/read.ts'
import type { findPreviewLink } from '../releases/preview/links.ts'
import { findDraftBlockLocations, findReleasedBlockLocations } from './block-locations.ts'
import type { PageSettings, ReaderCourse } from './course.ts'

type PreviewLink = NonNullable<Awaited<ReturnType<typeof findPreviewLink>>>

/** Reads the snapshot that a preview link shows: a release, or the current draft. */
async function readSnapshot(
  sql: SqlRunner,
  { workspaceId, courseId, releaseNumber }: PreviewLink,
): Promise<CourseSnapshot | undefined> {
  if (releaseNumber !== null)
    return makeStoredReleaseSnapshot(sql, workspaceId, await readRelease(sql, workspaceId, courseId, releaseNumber))
  const [course] = await readCoursesByIds(sql, workspaceId, [courseId])
  return course && makeUnstoredReleaseSnapshot(sql, workspaceId, await readDraftAsRelease(sql, workspaceId, course))
}

/** Opens the course that a preview link shows. Returns undefined if the course no longer exists. */
export async function openCoursePreview(
  sql: SqlRunner,
  token: string,
  link: PreviewLink,
  { embedHosts, filesBaseUrl: baseUrl }: PageSettings,
): Promise<ReaderCourse | undefined> {
  const snapshot = await readSnapshot(sql, link)
  if (!snapshot) return undefined
  const { outline, readLessons } = snapshot
  const hashes = new Map(listOutlineLessons(outline).map(({ id, hash }) => [id, hash]))
  async function readAuthorLesson(id: string): Promise<ReleaseLesson | undefined> {
    const hash = hashes.get(id)
    return hash === undefined ? undefined : (await readLessons([hash])).get(hash)
  }
  async function readLesson(id: string): Promise<ReleaseLesson | undefined> {
    const lesson = await readAuthorLesson(id)
    return lesson && makeLearnerLesson(lesson)
  }
  return {
    outline,
    path: `/preview/${token}`,
    isPreview: true,
    embedHosts,
    workspace: { ...(await readWorkspaceBrand(sql, link.workspaceId)), path: undefined },
    isIndexed: false,
    contentKey: undefined,
    readLesson,
    readAssets: (ids) => readAssetAddresses(sql, link.workspaceId, ids, { baseUrl, isPublic: false }),
    readLessons: (ids) => Promise.all(ids.map(readLesson)),
    async readQuestions(lessonId, blockId) {
      const lesson = await readAuthorLesson(lessonId)
      const quiz = lesson?.blocks.find(({ id, type }) => id === blockId && type === 'quiz')
      return quiz && readQuizQuestions(quiz.content)
    },
    findBlocks: (names) =>
      link.releaseNumber === null
        ? findDraftBlockLocations(sql, link.workspaceId, link.courseId, names)
        : findReleasedBlockLocations(sql, link.workspaceId, [...hashes.values()], names),
    caching: () => undefined,
  }
}
