import { LRUCache } from 'lru-cache'
import { makeYieldToEventLoop } from '../courses/tree/yield-often.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { makeLruCache } from '../platform/lru-cache.ts'
import { isUuid } from '../platform/uuid.ts'
import { learnerBodySql, makeLearnerLessonText } from '../releases/content/learner-body.ts'
import { addMissingOutlineFields } from '../releases/content/missing-fields.ts'
import { type Outline, type OutlineLesson, parseOutline } from '../releases/content/outline.ts'
import { findStillLiveRelease, findStillReadableRelease } from './confirm.ts'
import { makeContentHashForLearners } from './content-hash-for-learners.ts'
import { makeLessonEtag } from './etag.ts'
import { type Learner, makeContentNotReadableError } from './learner.ts'
import { isReadableByEverybody, type ReadableRelease, releaseReadStatements } from './release.ts'

/**
 * The release that a request asks for: the id or slug of a course, and the number of a release. Without a number, the
 * request asks for the live release.
 */
export type RequestedRelease = { course: string; number?: number | undefined }

/** The outline of a release for learners. `makeContentHashForLearners` has made `hash` and the hashes in `outline`. */
type LearnerOutline = {
  hash: string
  outline: Outline
  /** Maps the id of each lesson to the content hash in the database. Learners must never see this hash. */
  storedHashes: ReadonlyMap<string, string>
  /** Maps the id of each lesson to its entity tag. */
  lessonEtags: ReadonlyMap<string, string>
}

/**
 * A release that the learner may read, with its outline. `body` is the JSON text of the requested lesson, or null if no
 * lesson was read together with the release.
 */
export type ReadableReleaseWithOutline = ReadableRelease & LearnerOutline & { body: string | null }

/** A cached outline. `chars` is the length of the outline's JSON text. */
type CachedRelease = LearnerOutline & { releaseId: string; number: number; chars: number }

/**
 * A cache of outlines by release id. A release never changes, so no entry is out of date. The limit is 20 million
 * characters of JSON in total.
 */
const outlines = new LRUCache<string, CachedRelease>({
  maxSize: 20_000_000,
  sizeCalculation: ({ chars }) => chars,
})

/**
 * Maps a requested course and release number to the id of the release that was last read for such a request. An entry
 * can be out of date, so each request also asks the database.
 */
const lastReleases = makeLruCache<string>(10_000)

const requestKey = (workspaceId: string, { course, number }: RequestedRelease) =>
  `${workspaceId}/${course}/${number ?? ''}`

/**
 * Returns the cached outline of the release that was last read for such a request, or undefined. Before you use the
 * outline, ask the database whether this release is still the requested one.
 */
export function findCachedReleaseOutline(workspaceId: string, requested: RequestedRelease) {
  const id = lastReleases.get(requestKey(workspaceId, requested))
  return id === undefined ? undefined : outlines.get(id)
}

/** Caches the outline of the release that this process has read for a request. */
export function cacheReleaseOutline(workspaceId: string, requested: RequestedRelease, release: CachedRelease): void {
  outlines.set(release.releaseId, release)
  lastReleases.set(requestKey(workspaceId, requested), release.releaseId)
}

function makeLearnerOutline(text: string, storedHash: string, hashSecret: string): LearnerOutline {
  const { modules, ...fields } = addMissingOutlineFields(parseOutline(text))
  const storedHashes = new Map<string, string>()
  const lessonEtags = new Map<string, string>()
  const toLearnersEntry = (lesson: OutlineLesson) => {
    const hash = makeContentHashForLearners(hashSecret, lesson.hash)
    storedHashes.set(lesson.id, lesson.hash)
    lessonEtags.set(lesson.id, makeLessonEtag(hash))
    return { ...lesson, hash }
  }
  const learnersModules = modules.map((module) => ({ ...module, lessons: module.lessons.map(toLearnersEntry) }))
  return {
    hash: makeContentHashForLearners(hashSecret, storedHash),
    outline: { ...fields, modules: learnersModules },
    storedHashes,
    lessonEtags,
  }
}

/** Returns whether a text can be the identifier or the slug of a course. */
export const canBeIdOrSlug = (text: string) => /^[\da-z-]{1,100}$/i.test(text)

/** Reads a release with its outline from the database, and caches the outline. */
async function readWholeRelease(
  sql: SqlRunner,
  { workspaceId, hashSecret }: Pick<Learner, 'workspaceId' | 'hashSecret'>,
  requested: RequestedRelease,
): Promise<ReadableReleaseWithOutline | undefined> {
  const { course, number } = requested
  const { liveById, liveBySlug, numberedById, numberedBySlug } = releaseReadStatements
  const byId = isUuid(course)
  const statement = number === undefined ? (byId ? liveById : liveBySlug) : byId ? numberedById : numberedBySlug
  const [found] = await sql.rows(statement, [workspaceId, course, ...(number === undefined ? [] : [number])])
  if (!found) return undefined
  const { outline: text, ...release } = found
  const forLearner = makeLearnerOutline(text, release.hash, hashSecret)
  const { releaseId, number: own } = release
  cacheReleaseOutline(workspaceId, requested, { ...forLearner, releaseId, number: own, chars: text.length })
  return { ...release, ...forLearner, body: null }
}

/**
 * Asks the database whether the cached release is still the requested one. Returns the release with its current
 * schedule and settings, or undefined.
 */
async function reopenRelease(
  sql: SqlRunner,
  workspaceId: string,
  { course, number }: RequestedRelease,
  { release: known, lessonHash }: ReleaseGuess,
): Promise<ReadableReleaseWithOutline | undefined> {
  const by = isUuid(course) ? 'byId' : 'bySlug'
  if (number === undefined && lessonHash === null) {
    const live = await findStillLiveRelease(sql, workspaceId, by, { course, number: known.number })
    // The slug may belong to another course now, which can have a release with the same number.
    if (live?.courseId === known.outline.id) {
      const { releaseId, hash, outline, storedHashes, lessonEtags } = known
      return { ...live, releaseId, number: known.number, hash, outline, storedHashes, lessonEtags, body: null }
    }
  }
  const cached = { course, number: known.number, isLive: number === undefined, hash: lessonHash }
  const found = await findStillReadableRelease(sql, workspaceId, by, cached)
  if (found?.releaseId !== known.releaseId) return undefined
  const { body: stored, isForLearners } = found
  const body = stored === null ? null : makeLearnerLessonText({ body: stored, isForLearners })
  const { hash, outline, storedHashes, lessonEtags } = known
  return { ...found, hash, outline, storedHashes, lessonEtags, body }
}

/**
 * The cached release that a request probably asks for. `lessonHash` is the stored hash of a lesson, or null. The SQL
 * statement that confirms the release also reads this lesson.
 */
type ReleaseGuess = { release: CachedRelease; lessonHash: string | null }

function guessRelease(workspaceId: string, requested: RequestedRelease): ReleaseGuess | undefined {
  const release = findCachedReleaseOutline(workspaceId, requested)
  return release && { release, lessonHash: null }
}

/** Reads the requested release. Returns undefined if there is no such release, or if the learner may not read it. */
export async function findReleaseForLearner(
  sql: SqlRunner,
  { workspaceId, hashSecret, isMember }: Omit<Learner, 'isAnonymous'>,
  requested: RequestedRelease,
  guess: ReleaseGuess | undefined = guessRelease(workspaceId, requested),
): Promise<ReadableReleaseWithOutline | undefined> {
  if (!canBeIdOrSlug(requested.course)) return undefined
  const found =
    (guess && (await reopenRelease(sql, workspaceId, requested, guess))) ??
    (await readWholeRelease(sql, { workspaceId, hashSecret }, requested))
  return found && (isMember || isReadableByEverybody(found)) ? found : undefined
}

/**
 * Reads the requested release.
 * @throws ApiError if the learner can read no such release: `unauthorized` for an anonymous caller, `not_found` for any
 * other
 */
export async function readReleaseForLearner(
  sql: SqlRunner,
  learner: Learner,
  requested: RequestedRelease,
  guess?: ReleaseGuess,
): Promise<ReadableReleaseWithOutline> {
  const release = await findReleaseForLearner(sql, learner, requested, guess)
  if (!release) throw makeContentNotReadableError(learner)
  return release
}

const byHashes = defineSqlStatement<{ hash: string; body: string; isForLearners: boolean }>(
  'delivery_lessons_by_hash',
  `SELECT n.hash, ${learnerBodySql.body} AS body, ${learnerBodySql.isForLearners} AS "isForLearners" FROM release_nodes n
   WHERE n.workspace_id = $1 AND n.hash = ANY($2::text[])`,
)

/** Reads lessons without the answers of quizzes. Returns a map from stored hashes to the JSON texts of lessons. */
export async function readLessonsWithoutAnswers(
  sql: SqlRunner,
  workspaceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.rows(byHashes, [workspaceId, hashes])
  const yieldOften = makeYieldToEventLoop()
  const texts = new Map<string, string>()
  for (const row of rows) {
    if (!row.isForLearners) await yieldOften()
    texts.set(row.hash, makeLearnerLessonText(row))
  }
  return texts
}
