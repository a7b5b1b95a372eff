import type { GraphQLContext } from '../operations/context.ts'
import { canSendSerializedBody, makeSerializedBody } from '../operations/serialized-body.ts'
import { makeNotFoundError } from '../platform/errors.ts'
import type { ReleaseLesson } from '../releases/content/outline.ts'
import { noteAssetReader } from './asset-reader.ts'
import { makeReleaseCachePolicy } from './caching.ts'
import { identifyLearner } from './learner.ts'
import { readLessonWithConcurrencyLimit } from './lesson-read-limit.ts'
import { findCachedReleaseOutline, readReleaseForLearner } from './read.ts'
import { type RequestedReleaseInWorkspace, setSerializedRestBody } from './resolvers.ts'
import { cacheResponseBody, findCachedResponseBody } from './response-cache.ts'

/**
 * Returns a lesson of a release, or null if the client already has the lesson, or if `setSerializedRestBody` has set
 * the response body.
 */
export async function resolveDeliveredLesson(
  context: GraphQLContext,
  { workspace, ...requested }: RequestedReleaseInWorkspace,
  sentLessonId: string,
): Promise<ReleaseLesson | null> {
  const { db, caller, ifNoneMatch, notes } = context
  const lessonId = sentLessonId.toLowerCase()
  const learner = await identifyLearner(db.sql, caller, workspace)
  const { workspaceId } = learner
  const canSendBody = canSendSerializedBody(context)
  const cached = findCachedReleaseOutline(workspaceId, requested)
  const guessedTag = cached?.lessonEtags.get(lessonId)
  const guessedBody =
    guessedTag !== undefined && canSendBody
      ? findCachedResponseBody(context.caches, workspaceId, guessedTag)
      : undefined
  const isKnown =
    guessedBody !== undefined || (guessedTag !== undefined && ifNoneMatch?.includes(guessedTag.slice(1, -1)))
  const lessonHash = isKnown ? null : (cached?.storedHashes.get(lessonId) ?? null)
  const guess = cached && { release: cached, lessonHash }
  // If the outline is cached, usually one SQL statement checks the release and reads the lesson.
  const release = await readReleaseForLearner(db.sql, learner, requested, guess)
  const [hash, etag] = [release.storedHashes.get(lessonId), release.lessonEtags.get(lessonId)]
  if (hash === undefined || etag === undefined) throw makeNotFoundError('Lesson')
  notes.caching = makeReleaseCachePolicy(requested, release, { etag, ifNoneMatch, lessonId })
  if (notes.caching.matchedEtag !== undefined) return null
  if (guessedBody !== undefined && etag === guessedTag) return setSerializedRestBody(context, guessedBody)
  const reader = { workspaceId, isPublic: release.visibility === 'public' }
  type Sent = { lesson: ReleaseLesson | null }
  const sendCachedBody = (): Sent | undefined => {
    const kept = canSendBody ? findCachedResponseBody(context.caches, workspaceId, etag) : undefined
    return kept ? { lesson: setSerializedRestBody(context, kept) } : undefined
  }
  const sendLesson = (text: string): Sent => {
    if (!canSendBody) return { lesson: noteAssetReader(JSON.parse(text) as ReleaseLesson, reader) }
    return {
      lesson: setSerializedRestBody(
        context,
        cacheResponseBody(context.caches, workspaceId, etag, makeSerializedBody([text])),
      ),
    }
  }
  const sent =
    sendCachedBody() ??
    (release.body !== null
      ? sendLesson(release.body)
      : await readLessonWithConcurrencyLimit(
          context,
          { workspaceId, hash, form: 'learner' },
          sendLesson,
          sendCachedBody,
        ))
  return sent.lesson
}
