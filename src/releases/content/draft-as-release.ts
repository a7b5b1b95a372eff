import type { CourseRow } from '../../courses/outline/rows.ts'
import { assertCourseRecordCount } from '../../courses/outline/rules/course-size.ts'
import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import { draftSizeStatement, makeDraftReadStatements } from './draft-statements.ts'
import {
  listOutlineLessons,
  makeOutline,
  type Outline,
  type OutlineLesson,
  stringifyAndHashOutline,
} from './outline.ts'

/**
 * The maximum size of a release in bytes. A larger release would exceed the limit of an SQL result (`maxResultBytes`).
 */
const maxReleaseBytes = 20_000_000

/**
 * Makes sure that a release is small enough to be read after it is stored.
 * @throws ApiError `conflict` if the release is too large
 */
function assertReleaseSize(bytes: number): void {
  if (bytes <= maxReleaseBytes) return
  throw new ApiError('conflict', 'The course has over 20 MB of content. Divide it into several courses.', {
    details: { reason: 'course_too_large', maxBytes: maxReleaseBytes },
  })
}

const storedSize = defineSqlStatement<{ bytes: number }>(
  'release_nodes_size',
  `SELECT coalesce(sum(octet_length(n.body::text)), 0)::float8 AS bytes FROM release_nodes n
   WHERE n.workspace_id = $1 AND n.hash = ANY($2::text[])`,
)

/**
 * Checks the size of a partial release, which combines some lessons of the draft with the live release.
 * @throws ApiError `conflict` if the release is too large
 */
export async function assertPartialReleaseSize(
  sql: SqlRunner,
  workspaceId: string,
  { outline, text, bodies }: DraftAsRelease,
): Promise<void> {
  const hashes = [...new Set(listOutlineLessons(outline).map(({ hash }) => hash))]
  const stored = hashes.filter((hash) => !bodies.has(hash))
  const [measured] = await sql.rows(storedSize, [workspaceId, stored])
  const unstored = hashes.reduce((sum, hash) => sum + Buffer.byteLength(bodies.get(hash) ?? ''), 0)
  assertReleaseSize(Buffer.byteLength(text) + unstored + Number(measured!.bytes))
}

/** The content of a draft, in the form in which a release stores it. */
export type DraftAsRelease = {
  outline: Outline
  /** The JSON text of `outline`. */
  text: string
  /** The SHA-256 of `text`, which is the hash of the release. */
  hash: string
  /** The JSON texts of the lessons that the database does not store yet, by hash. */
  bodies: ReadonlyMap<string, string>
}

/**
 * Reads a draft in the form in which a release stores it. A caller that stores the result must lock the course before
 * this call.
 * @throws ApiError `conflict` if the course is too large
 */
export async function readDraftAsRelease(
  sql: SqlRunner,
  workspaceId: string,
  course: CourseRow,
): Promise<DraftAsRelease> {
  const [measured] = await sql.rows(draftSizeStatement, [workspaceId, course.id])
  assertCourseRecordCount(measured!.blocks)
  assertReleaseSize(Number(measured!.bytes))
  const [moduleRows, lessonRows] = await sql.pipeline(makeDraftReadStatements(workspaceId, course.id))
  const bodies = new Map<string, string>()
  const byModule = new Map<string, OutlineLesson[]>()
  for (const { moduleId, body, ...lesson } of lessonRows) {
    if (body !== null) bodies.set(lesson.hash, body)
    const siblings = byModule.get(moduleId)
    if (siblings) siblings.push(lesson)
    else byModule.set(moduleId, [lesson])
  }
  const outline = makeOutline(course, moduleRows, byModule)
  return { outline, ...stringifyAndHashOutline(outline), bodies }
}

/**
 * Returns the hash that a release of the draft would have, or undefined for a draft that is too large for a release.
 */
export async function hashDraftUnlessTooLarge(
  sql: SqlRunner,
  workspaceId: string,
  course: CourseRow,
): Promise<string | undefined> {
  try {
    return (await readDraftAsRelease(sql, workspaceId, course)).hash
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict') return undefined
    throw error
  }
}
