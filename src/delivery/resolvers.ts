import type { GraphQLContext } from '../operations/context.ts'
import { acceptsStoredResult } from '../operations/stored-result.ts'
import { makeNotFoundError } from '../platform/errors.ts'
import type { FrozenLesson } from '../releases/content/outline.ts'
import { cachingOfRelease, makeEtag } from './caching.ts'
import { findLearner } from './learner.ts'
import { type CourseAddress, type OpenRelease, readLearnerBodies, readRelease, recallRelease } from './read.ts'
import { treeChunks } from './stored-text.ts'
import type { DeliveredCourse, DeliveredTree } from './type.ts'

type Request = CourseAddress & { workspace: string }

const lessonEtag = (hash: string) => makeEtag('lesson', hash)

function toCourse({ outline, slug, visibility, number, hash, publishedAt }: OpenRelease): DeliveredCourse {
  return { ...outline, slug, visibility, number, hash, publishedAt }
}

/** The settings of a course can change without a new release, so they are part of the tag. */
const courseEtag = (form: 'course' | 'tree', { hash, number, publishedAt, slug, visibility }: OpenRelease) =>
  makeEtag(form, hash, number, publishedAt, slug, visibility)

/** Reads the release of a request, and notes for caches how long and for whom it stays as it is. */
async function openRelease(context: GraphQLContext, { workspace, ...address }: Request, form: 'course' | 'tree') {
  const { db, caller, ifNoneMatch, notes } = context
  const learner = await findLearner(db.sql, caller, workspace)
  const release = await readRelease(db.sql, learner, address)
  notes.caching = cachingOfRelease(address, release, { etag: courseEtag(form, release), ifNoneMatch })
  return { learner, release, isNotModified: notes.caching.matchedEtag !== undefined }
}

/** Returns the outline of a release, or null if the client has it already. */
export async function resolveCourse(context: GraphQLContext, request: Request): Promise<DeliveredCourse | null> {
  const { release, isNotModified } = await openRelease(context, request, 'course')
  return isNotModified ? null : toCourse(release)
}

/**
 * Returns a release with all lessons, or null if the client has it already, so that no lesson is read, or if the JSON text
 * is noted instead.
 */
export async function resolveTree(context: GraphQLContext, request: Request): Promise<DeliveredTree | null> {
  const { learner, release, isNotModified } = await openRelease(context, request, 'tree')
  if (isNotModified) return null
  const hashes = [...new Set(release.hashes.values())]
  const bodies = await readLearnerBodies(context.db.sql, learner.workspaceId, hashes)
  if (acceptsStoredResult(context)) {
    context.notes.storedResult = treeChunks(release, bodies)
    return null
  }
  const course = toCourse(release)
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map(({ hash }) => JSON.parse(bodies.get(hash)!) as FrozenLesson),
  }))
  return { ...course, modules }
}

/**
 * Returns a lesson of a release, or null if the client has it already or its JSON text is noted instead. If this process
 * knows the release, the lesson and the check of what is live take one statement. Without a body to send, the statement
 * reads none.
 */
export async function resolveLesson(
  context: GraphQLContext,
  { workspace, ...address }: Request,
  sentLessonId: string,
): Promise<FrozenLesson | null> {
  const { db, caller, ifNoneMatch, notes } = context
  const lessonId = sentLessonId.toLowerCase()
  const learner = await findLearner(db.sql, caller, workspace)
  const guess = recallRelease(learner.workspaceId, address)?.hashes.get(lessonId)
  const mayHave = guess !== undefined && ifNoneMatch?.includes(lessonEtag(guess).slice(1, -1))
  const release = await readRelease(db.sql, learner, address, mayHave ? null : guess)
  const hash = release.hashes.get(lessonId)
  if (hash === undefined) throw makeNotFoundError('Lesson')
  notes.caching = cachingOfRelease(address, release, { etag: lessonEtag(hash), ifNoneMatch, lessonId })
  if (notes.caching.matchedEtag !== undefined) return null
  const text = release.body ?? (await readLearnerBodies(db.sql, learner.workspaceId, [hash])).get(hash)!
  if (!acceptsStoredResult(context)) return JSON.parse(text) as FrozenLesson
  notes.storedResult = [text]
  return null
}
