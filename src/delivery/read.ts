import { LRUCache } from 'lru-cache'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { isUuid } from '../platform/uuid.ts'
import { type Learner, makeNotReadableError } from './learner.ts'
import { type IndexedOutline, indexOutline, type ReleaseForLearners, releaseStatements } from './release.ts'

/** The course and the release number of a request. Without a number, the request reads the live release. */
export type CourseAddress = { course: string; number?: number | undefined }

/**
 * A release that the learner may read, with its outline. `body` is set if the remembered hash of the lesson was still
 * right.
 */
export type OpenRelease = Omit<ReleaseForLearners, 'outline'> & IndexedOutline

/**
 * The outlines of releases by release id. The outline of a release never changes, so entries stay valid. Together the
 * outlines have at most 20 million characters of JSON.
 */
const outlines = new LRUCache<string, IndexedOutline & { chars: number }>({
  maxSize: 20_000_000,
  sizeCalculation: ({ chars }) => chars,
})

/**
 * The id of the release that was last read at an address. Another release may be live now, so the database checks it.
 */
const lastReleases = new LRUCache<string, string>({ max: 10_000 })

const addressKey = (workspaceId: string, { course, number }: CourseAddress) =>
  `${workspaceId}/${course}/${number ?? ''}`

/**
 * Returns the outline of the release that this process last read at an address, or undefined. Another release may be
 * live now.
 */
export function findRememberedRelease(workspaceId: string, address: CourseAddress) {
  const id = lastReleases.get(addressKey(workspaceId, address))
  const known = id === undefined ? undefined : outlines.get(id)
  return known && { ...known, releaseId: id! }
}

function remember(key: string, { releaseId, outline }: ReleaseForLearners): IndexedOutline {
  const indexed = { ...indexOutline(outline!), chars: outline!.length }
  outlines.set(releaseId, indexed)
  lastReleases.set(key, releaseId)
  return indexed
}

/** Whether a text can be an identifier or a slug. */
const isAddress = (text: string) => /^[\da-z-]{1,100}$/i.test(text)

/**
 * Reads the release at an address. Returns undefined if the learner cannot read such a release. The statement also
 * reads the lesson with the hash `guess`, so that reading a lesson of a remembered release takes one round trip.
 */
export async function findRelease(
  sql: SqlRunner,
  { workspaceId, isMember }: Learner,
  address: CourseAddress,
  guess: string | null = null,
): Promise<OpenRelease | undefined> {
  const { course, number } = address
  if (!isAddress(course)) return undefined
  const known = findRememberedRelease(workspaceId, address)
  const { liveById, liveBySlug, numberedById, numberedBySlug } = releaseStatements
  const byId = isUuid(course)
  const statement = number === undefined ? (byId ? liveById : liveBySlug) : byId ? numberedById : numberedBySlug
  const values = [workspaceId, course, known?.releaseId ?? null, known ? guess : null]
  const [found] = await sql.rows(statement, number === undefined ? values : [...values, number])
  if (!found || !(isMember || found.visibility === 'public')) return undefined
  const isKnown = found.outline === null
  const indexed = isKnown ? known! : remember(addressKey(workspaceId, address), found)
  return { ...found, ...indexed, body: isKnown ? found.body : null }
}

/**
 * Reads the release at an address.
 * @throws ApiError `not_found`, or `unauthorized` for an anonymous caller, if the learner cannot read such a release
 */
export async function readRelease(...parameters: Parameters<typeof findRelease>): Promise<OpenRelease> {
  const release = await findRelease(...parameters)
  if (!release) throw makeNotReadableError(parameters[1])
  return release
}

const byHashes = defineSqlStatement<{ hash: string; body: string }>(
  'delivery_lessons_by_hash',
  `SELECT n.hash, coalesce(n.learner_body, n.body) AS body FROM release_nodes n
   WHERE n.workspace_id = $1 AND n.hash = ANY($2::text[])`,
)

/** Reads lessons without their answers. Returns the JSON texts by hash. */
export async function readLessonsWithoutAnswers(
  sql: SqlRunner,
  workspaceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.rows(byHashes, [workspaceId, hashes])
  return new Map(rows.map(({ hash, body }) => [hash, body]))
}
