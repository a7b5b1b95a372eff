import { wholeCourseLimiter } from '../courses/outline/whole-course-limiter.ts'
import { makeYieldToEventLoop } from '../courses/tree/yield-often.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { canSendSerializedBody, makeSerializedBody, type SerializedBody } from '../operations/serialized-body.ts'
import type { ReleaseLesson } from '../releases/content/outline.ts'
import { noteAssetReader } from './asset-reader.ts'
import { makeReleaseCachePolicy } from './caching.ts'
import { makeCourseTreeJsonChunks } from './course-tree-json.ts'
import { makeEtag } from './etag.ts'
import { identifyLearner } from './learner.ts'
import {
  type ReadableReleaseWithOutline,
  type RequestedRelease,
  readLessonsWithoutAnswers,
  readReleaseForLearner,
} from './read.ts'
import { cacheResponseBody, findCachedResponseBody } from './response-cache.ts'
import type { DeliveredTree } from './tree-type.ts'
import type { DeliveredCourse } from './type.ts'

/** A request for a release of a workspace, or for a part of the release. */
export type RequestedReleaseInWorkspace = RequestedRelease & { workspace: string }

function toCourse({
  outline,
  slug,
  visibility,
  number,
  hash,
  publishedAt,
}: ReadableReleaseWithOutline): DeliveredCourse {
  return { ...outline, slug, visibility, number, hash, publishedAt }
}

/**
 * Returns the entity tag of the outline of a release (`course`), or of the release with all its lessons (`tree`). The
 * tag also depends on the slug and the visibility, because they can change without a new release.
 */
const courseEtag = (
  form: 'course' | 'tree',
  { hash, number, publishedAt, slug, visibility }: ReadableReleaseWithOutline,
) => makeEtag(form, hash, number, publishedAt, slug, visibility)

/** Reads the release that a request asks for, and sets the caching rules of the response. */
async function readRequestedRelease(
  context: GraphQLContext,
  { workspace, ...requested }: RequestedReleaseInWorkspace,
  form: 'course' | 'tree',
) {
  const { db, caller, ifNoneMatch, notes } = context
  const learner = await identifyLearner(db.sql, caller, workspace)
  const release = await readReleaseForLearner(db.sql, learner, requested)
  const etag = courseEtag(form, release)
  notes.caching = makeReleaseCachePolicy(requested, release, { etag, ifNoneMatch })
  return { learner, release, etag, isNotModified: notes.caching.matchedEtag !== undefined }
}

/** Returns the outline of a release, or null if the client already has the outline (`If-None-Match`). */
export async function resolveDeliveredCourse(
  context: GraphQLContext,
  request: RequestedReleaseInWorkspace,
): Promise<DeliveredCourse | null> {
  const { release, isNotModified } = await readRequestedRelease(context, request, 'course')
  return isNotModified ? null : toCourse(release)
}

/**
 * Sets the body of a REST response. The service sends this body instead of the result of the resolver, which is null.
 */
export function setSerializedRestBody({ notes }: GraphQLContext, body: SerializedBody): null {
  notes.serializedBody = body
  return null
}

/** Parses the lessons of a release. The function lets other requests run between two lessons. */
async function parseTree(
  release: ReadableReleaseWithOutline,
  bodies: ReadonlyMap<string, string>,
  workspaceId: string,
): Promise<DeliveredTree> {
  const reader = { workspaceId, isPublic: release.visibility === 'public' }
  const course = toCourse(release)
  const yieldOften = makeYieldToEventLoop()
  const modules: DeliveredTree['modules'] = []
  for (const module of course.modules) {
    const lessons: ReleaseLesson[] = []
    for (const { id } of module.lessons) {
      await yieldOften()
      const lesson = JSON.parse(bodies.get(release.storedHashes.get(id)!)!) as ReleaseLesson
      lessons.push(noteAssetReader(lesson, reader))
    }
    modules.push({ ...module, lessons })
  }
  return { ...course, modules }
}

/**
 * Returns a release with all its lessons, or null if the client already has it, or if `setSerializedRestBody` has set
 * the response body.
 */
export async function resolveDeliveredCourseTree(
  context: GraphQLContext,
  request: RequestedReleaseInWorkspace,
): Promise<DeliveredTree | null> {
  const { learner, release, etag, isNotModified } = await readRequestedRelease(context, request, 'tree')
  if (isNotModified) return null
  const { workspaceId } = learner
  const canSendBody = canSendSerializedBody(context)
  const kept = canSendBody ? findCachedResponseBody(context.caches, workspaceId, etag) : undefined
  if (kept) return setSerializedRestBody(context, kept)
  const done = await context.limiters.get(wholeCourseLimiter).acquire(workspaceId)
  try {
    const bodies = await readLessonsWithoutAnswers(context.db.sql, workspaceId, [...release.storedHashes.values()])
    if (!canSendBody) return await parseTree(release, bodies, workspaceId)
    return setSerializedRestBody(
      context,
      cacheResponseBody(
        context.caches,
        workspaceId,
        etag,
        makeSerializedBody(makeCourseTreeJsonChunks(release, bodies)),
      ),
    )
  } finally {
    done()
  }
}
