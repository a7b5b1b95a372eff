import { readQuizQuestions } from '../courses/block/quiz/questions.ts'
import { makeReleaseCachePolicy } from '../delivery/caching.ts'
import { makeEtag } from '../delivery/etag.ts'
import { readLessonWithAnswers } from '../delivery/quiz.ts'
import { findReleaseForLearner, readLessonsWithoutAnswers } from '../delivery/read.ts'
import type { DeliveryWorkspace } from '../delivery/workspaces.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import type { ReleaseLesson } from '../releases/content/outline.ts'
import { findReleasedBlockLocations } from './block-locations.ts'
import type { ReaderCourse } from './course.ts'
import { readerPageVersion } from './page-version.ts'

/** The address of a page. `publicId` is the public id of the workspace. */
type Address = { publicId: string; workspace: DeliveryWorkspace; course: string; ifNoneMatch: string | undefined }

/** Opens the live release of a public course. Returns undefined if the course is not public or has no live release. */
export async function openPublishedCourse(
  sql: SqlRunner,
  { publicId, workspace: { id: workspaceId, hashSecret }, course, ifNoneMatch }: Address,
): Promise<ReaderCourse | undefined> {
  const release = await findReleaseForLearner(sql, { workspaceId, hashSecret, isMember: false }, { course })
  if (!release) return undefined
  const { outline, storedHashes, hash, number } = release
  const path = `/learn/${publicId}/${release.slug ?? release.courseId}`
  return {
    outline,
    path,
    isPreview: false,
    async readLesson(id) {
      const lessonHash = storedHashes.get(id)
      if (lessonHash === undefined) return undefined
      const bodies = await readLessonsWithoutAnswers(sql, workspaceId, [lessonHash])
      return JSON.parse(bodies.get(lessonHash)!) as ReleaseLesson
    },
    async readQuestions(lessonId, blockId) {
      const lessonHash = storedHashes.get(lessonId)
      const lesson = lessonHash && (await readLessonWithAnswers(sql, workspaceId, lessonHash))
      const quiz = lesson ? lesson.blocks.find(({ id, type }) => id === blockId && type === 'quiz') : undefined
      return quiz && readQuizQuestions(quiz.content)
    },
    findBlocks: (names) => findReleasedBlockLocations(sql, workspaceId, [...storedHashes.values()], names),
    caching(lessonId) {
      const etag = makeEtag('page', readerPageVersion, hash, number, path, lessonId ?? null)
      return makeReleaseCachePolicy({ course }, release, { etag, ifNoneMatch, ...(lessonId && { lessonId }) })
    },
  }
}
