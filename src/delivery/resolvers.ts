import type { GraphQLContext } from '../operations/context.ts'
import { makeNotFoundError } from '../platform/errors.ts'
import type { FrozenLesson } from '../releases/content/outline.ts'
import { makeEtag, makeReleaseCaching } from './caching.ts'
import { findLearner } from './learner.ts'
import {
  type CourseAddress,
  findRememberedRelease,
  type OpenRelease,
  readLessonsWithoutAnswers,
  readRelease,
} from './read.ts'
import type { DeliveredCourse, DeliveredTree } from './type.ts'

type Request = CourseAddress & { workspace: string }

const lessonEtag = (hash: string) => makeEtag('lesson', hash)

function toCourse({ outline, slug, visibility, number, hash, publishedAt }: OpenRelease): DeliveredCourse {
  return { ...outline, slug, visibility, number, hash, publishedAt }
}

/** The settings of a course can change without a new release, so the entity tag depends on them too. */
const courseEtag = (form: 'course' | 'tree', { hash, number, publishedAt, slug, visibility }: OpenRelease) =>
  makeEtag(form, hash, number, publishedAt, slug, visibility)

/** Reads the release of a request, and sets the caching rules of the response. */
async function openRelease(context: GraphQLContext, { workspace, ...address }: Request, form: 'course' | 'tree') {
  const { db, caller, ifNoneMatch, notes } = context
  const learner = await findLearner(db.sql, caller, workspace)
  const release = await readRelease(db.sql, learner, address)
  notes.caching = makeReleaseCaching(address, release, { etag: courseEtag(form, release), ifNoneMatch })
  return { learner, release, isNotModified: notes.caching.matchedEtag !== undefined }
}

/** Returns the outline of a release. Returns null if the client already has it. */
export async function resolveCourse(context: GraphQLContext, request: Request): Promise<DeliveredCourse | null> {
  const { release, isNotModified } = await openRelease(context, request, 'course')
  return isNotModified ? null : toCourse(release)
}

/** Returns a release with all lessons. Returns null, and reads no lesson, if the client already has it. */
export async function resolveTree(context: GraphQLContext, request: Request): Promise<DeliveredTree | null> {
  const { learner, release, isNotModified } = await openRelease(context, request, 'tree')
  if (isNotModified) return null
  const course = toCourse(release)
  const hashes = [...new Set(release.hashes.values())]
  const bodies = await readLessonsWithoutAnswers(context.db.sql, learner.workspaceId, hashes)
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map(({ hash }) => JSON.parse(bodies.get(hash)!) as FrozenLesson),
  }))
  return { ...course, modules }
}

/**
 * Returns a lesson of a release. Returns null if the client already has it. If this process remembers the release, one
 * statement checks which release is live and reads the lesson. The statement skips the lesson if the client probably
 * has it.
 */
export async function resolveLesson(
  { db, caller, ifNoneMatch, notes }: GraphQLContext,
  { workspace, ...address }: Request,
  sentLessonId: string,
): Promise<FrozenLesson | null> {
  const lessonId = sentLessonId.toLowerCase()
  const learner = await findLearner(db.sql, caller, workspace)
  const guess = findRememberedRelease(learner.workspaceId, address)?.hashes.get(lessonId)
  const mayHave = guess !== undefined && ifNoneMatch?.includes(lessonEtag(guess).slice(1, -1))
  const release = await readRelease(db.sql, learner, address, mayHave ? null : guess)
  const hash = release.hashes.get(lessonId)
  if (hash === undefined) throw makeNotFoundError('Lesson')
  notes.caching = makeReleaseCaching(address, release, { etag: lessonEtag(hash), ifNoneMatch, lessonId })
  if (notes.caching.matchedEtag !== undefined) return null
  const body = release.body ?? (await readLessonsWithoutAnswers(db.sql, learner.workspaceId, [hash])).get(hash)
  return JSON.parse(body!) as FrozenLesson
}
