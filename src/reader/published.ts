import { readAssetAddresses } from '../assets/serving/read-addresses.ts'
import { chooseExpiry } from '../assets/serving/signature.ts'
import { readQuizQuestions } from '../courses/block/quiz/questions.ts'
import { findCourseByFormerSlug } from '../courses/course/writes/former-slugs.ts'
import { makeReleaseCachePolicy } from '../delivery/caching.ts'
import { makeEtag } from '../delivery/etag.ts'
import { readLessonWithAnswers } from '../delivery/quiz.ts'
import { canBeIdOrSlug, findReleaseForLearner, readLessonsWithoutAnswers } from '../delivery/read.ts'
import type { DeliveryWorkspace } from '../identity/delivery-workspaces.ts'
import { readWorkspaceBrand } from '../keys/workspace-brand.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import type { ReleaseLesson } from '../releases/content/outline.ts'
import { findReleasedBlockLocations } from './block-locations.ts'
import type { PageSettings, ReaderCourse } from './course.ts'
import { readerPageVersion } from './page-version.ts'
import { makeWorkspacePath } from './workspace-address.ts'

/** The address of a page. `publicId` is the public id of the workspace. */
type Address = {
  publicId: string
  workspace: DeliveryWorkspace
  course: string
  ifNoneMatch: string | undefined
  settings: PageSettings
}

/** Opens the live release of a public course. Returns undefined if the course is not public or has no live release. */
export async function openPublishedCourse(
  sql: SqlRunner,
  { publicId, workspace: { id: workspaceId, hashSecret }, course, ifNoneMatch, settings }: Address,
): Promise<ReaderCourse | undefined> {
  const release = await findReleaseForLearner(sql, { workspaceId, hashSecret, isMember: false }, { course })
  if (!release) return undefined
  const { outline, storedHashes, hash, number, visibility } = release
  const brand = await readWorkspaceBrand(sql, workspaceId)
  const isPublic = visibility === 'public'
  const { embedHosts, filesBaseUrl: baseUrl } = settings
  const path = `/learn/${publicId}/${release.slug ?? release.courseId}`
  async function readLessons(ids: readonly string[]): Promise<(ReleaseLesson | undefined)[]> {
    const hashes = ids.map((id) => storedHashes.get(id))
    const known = hashes.filter((lessonHash) => lessonHash !== undefined)
    if (known.length === 0) return ids.map(() => undefined)
    const bodies = await readLessonsWithoutAnswers(sql, workspaceId, known)
    return hashes.map((lessonHash) => lessonHash && (JSON.parse(bodies.get(lessonHash)!) as ReleaseLesson)) as (
      | ReleaseLesson
      | undefined
    )[]
  }
  return {
    outline,
    path,
    isPreview: false,
    embedHosts,
    workspace: { ...brand, path: makeWorkspacePath(publicId) },
    isIndexed: isPublic,
    contentKey: `${workspaceId}/${hash}`,
    readLesson: async (id) => (await readLessons([id]))[0],
    readLessons,
    readAssets: (ids) => readAssetAddresses(sql, workspaceId, ids, { baseUrl, isPublic }),
    async readQuestions(lessonId, blockId) {
      const lessonHash = storedHashes.get(lessonId)
      const lesson = lessonHash && (await readLessonWithAnswers(sql, workspaceId, lessonHash))
      const quiz = lesson ? lesson.blocks.find(({ id, type }) => id === blockId && type === 'quiz') : undefined
      return quiz && readQuizQuestions(quiz.content)
    },
    findBlocks: (names) => findReleasedBlockLocations(sql, workspaceId, [...storedHashes.values()], names),
    caching(lessonId) {
      const etag = makeEtag(
        'page',
        readerPageVersion,
        hash,
        number,
        path,
        visibility,
        brand.name,
        brand.accentColor,
        embedHosts.join(' '),
        // A page with signed addresses is made anew long before they expire.
        isPublic ? null : chooseExpiry(),
        lessonId ?? null,
      )
      return makeReleaseCachePolicy({ course }, release, { etag, ifNoneMatch, ...(lessonId && { lessonId }) })
    },
  }
}

/**
 * Returns the path of a page whose course had another slug before, or undefined. A slug that another course has now
 * leads to that course.
 */
export async function findMovedPage(
  sql: SqlRunner,
  { publicId, workspace: { id: workspaceId, hashSecret }, course: slug }: Address,
  lessonId: string | undefined,
): Promise<string | undefined> {
  if (!canBeIdOrSlug(slug)) return undefined
  const course = await findCourseByFormerSlug(sql, workspaceId, slug)
  if (course === undefined) return undefined
  const release = await findReleaseForLearner(sql, { workspaceId, hashSecret, isMember: false }, { course })
  const rest = lessonId === undefined ? '' : `/${lessonId}`
  return release && `${makeWorkspacePath(publicId)}/${release.slug ?? release.courseId}${rest}`
}
