import { LRUCache } from 'lru-cache'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { makeLruCache } from '../platform/lru-cache.ts'
import { isUuid } from '../platform/uuid.ts'
import { addMissingLessonFields, addMissingOutlineFields } from '../releases/content/missing-fields.ts'
import { type Outline, parseOutline } from '../releases/content/outline.ts'
import { confirmCachedRelease } from './confirm.ts'
import { type Learner, makeNotReadableError } from './learner.ts'
import { type ReadableRelease, releaseStatements } from './release.ts'

/** The course and the release number of a request. Without a number, the request reads the live release. */
export type CourseAddress = { course: string; number?: number | undefined }

/** An outline, and a map from the ids of its lessons to their hashes. */
type IndexedOutline = { outline: Outline; hashes: ReadonlyMap<string, string> }

/**
 * A release that the learner may read. `body` is the JSON text of the requested lesson if it was read together with the
 * release, or else null.
 */
export type ReleaseForLearner = ReadableRelease & IndexedOutline & { body: string | null }

/** An outline in the cache. `chars` is the length of its JSON text. */
type CachedRelease = IndexedOutline & { releaseId: string; number: number; chars: number }

/** A cache of the outlines of releases. A release never changes. The limit is 20 million characters of JSON in all. */
const outlines = new LRUCache<string, CachedRelease>({
  maxSize: 20_000_000,
  sizeCalculation: ({ chars }) => chars,
})

/**
 * The id of the release that was last read at each address. Another release may be live now, so each request asks the
 * database whether the id is still right.
 */
const lastReleases = makeLruCache<string>(10_000)

const addressKey = (workspaceId: string, { course, number }: CourseAddress) =>
  `${workspaceId}/${course}/${number ?? ''}`

/**
 * Returns the cached outline of the release that this process last read at an address, or undefined if there is none.
 * Another release may be live now.
 */
export function findCachedRelease(workspaceId: string, address: CourseAddress) {
  const id = lastReleases.get(addressKey(workspaceId, address))
  return id === undefined ? undefined : outlines.get(id)
}

/** Caches the outline of the release that this process has read at an address. */
export function cacheRelease(workspaceId: string, address: CourseAddress, release: CachedRelease): void {
  outlines.set(release.releaseId, release)
  lastReleases.set(addressKey(workspaceId, address), release.releaseId)
}

function indexOutline(text: string): IndexedOutline {
  const outline = addMissingOutlineFields(parseOutline(text))
  const lessons = outline.modules.flatMap((module) => module.lessons)
  return { outline, hashes: new Map(lessons.map(({ id, hash }) => [id, hash])) }
}

/** Returns whether a text can be the identifier or the slug of a course. */
const isAddress = (text: string) => /^[\da-z-]{1,100}$/i.test(text)

/** Reads a release with its outline from the database, and caches the outline. */
async function readWholeRelease(
  sql: SqlRunner,
  workspaceId: string,
  address: CourseAddress,
): Promise<ReleaseForLearner | undefined> {
  const { course, number } = address
  const { liveById, liveBySlug, numberedById, numberedBySlug } = releaseStatements
  const byId = isUuid(course)
  const statement = number === undefined ? (byId ? liveById : liveBySlug) : byId ? numberedById : numberedBySlug
  const [found] = await sql.rows(statement, [workspaceId, course, ...(number === undefined ? [] : [number])])
  if (!found) return undefined
  const { outline: text, ...release } = found
  const indexed = indexOutline(text)
  const { releaseId, number: own } = release
  cacheRelease(workspaceId, address, { ...indexed, releaseId, number: own, chars: text.length })
  return { ...release, ...indexed, body: null }
}

/**
 * Asks the database whether an address still leads to the release that this process last read there. If so, returns
 * this release with its cached outline. Returns undefined if the outline is not cached, or if the address now leads to
 * another release.
 */
async function reopenRelease(
  sql: SqlRunner,
  workspaceId: string,
  address: CourseAddress,
  guess: string | null,
): Promise<ReleaseForLearner | undefined> {
  const known = findCachedRelease(workspaceId, address)
  if (!known) return undefined
  const { course, number } = address
  const by = isUuid(course) ? 'byId' : 'bySlug'
  const cached = { course, number: known.number, isLive: number === undefined, hash: guess }
  const found = await confirmCachedRelease(sql, workspaceId, by, cached)
  // The slug may belong to another course now, which can have a release with the same number.
  if (found?.releaseId !== known.releaseId) return undefined
  const body = found.body === null ? null : addMissingLessonFields(found.body)
  return { ...found, outline: known.outline, hashes: known.hashes, body }
}

/**
 * Reads the release at an address. Returns undefined if the learner can read no such release.
 * @param guess the hash that the requested lesson probably has. If the outline of the release is cached, the same
 * statement also reads this lesson, so that the request takes one round trip.
 */
export async function findReleaseForLearner(
  sql: SqlRunner,
  { workspaceId, isMember }: Learner,
  address: CourseAddress,
  guess: string | null = null,
): Promise<ReleaseForLearner | undefined> {
  if (!isAddress(address.course)) return undefined
  const found =
    (await reopenRelease(sql, workspaceId, address, guess)) ?? (await readWholeRelease(sql, workspaceId, address))
  return found && (isMember || found.visibility === 'public') ? found : undefined
}

/**
 * Reads the release at an address.
 * @throws ApiError if the learner can read no such release: `unauthorized` for an anonymous caller, or else `not_found`
 */
export async function readReleaseForLearner(
  ...parameters: Parameters<typeof findReleaseForLearner>
): Promise<ReleaseForLearner> {
  const release = await findReleaseForLearner(...parameters)
  if (!release) throw makeNotReadableError(parameters[1])
  return release
}

const byHashes = defineSqlStatement<{ hash: string; body: string }>(
  'delivery_lessons_by_hash',
  `SELECT n.hash, coalesce(n.learner_body, n.body) AS body FROM release_nodes n
   WHERE n.workspace_id = $1 AND n.hash = ANY($2::text[])`,
)

/** Reads lessons without the answers of quizzes. Returns a map from hashes to the JSON texts of lessons. */
export async function readLessonsWithoutAnswers(
  sql: SqlRunner,
  workspaceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.rows(byHashes, [workspaceId, hashes])
  return new Map(rows.map(({ hash, body }) => [hash, addMissingLessonFields(body)]))
}
