import { levelDefinitions, makeLevelSelectListSql, quoteColumnName } from '../../courses/outline/levels.ts'
import type { CourseRow, ModuleRow } from '../../courses/outline/rows.ts'
import { assertCourseSize } from '../../courses/outline/rules/course-size.ts'
import { lessonRecordDefinition } from '../../courses/records/lesson.ts'
import { moduleRecordDefinition } from '../../courses/records/module.ts'
import { type BoundSqlStatement, defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import {
  listOutlineLessons,
  makeOutline,
  type Outline,
  type OutlineLesson,
  stringifyAndHashOutline,
} from './outline.ts'

/**
 * Returns SQL for the JSON text of a property, such as `"name":"Leaves"`. Equal values must give equal text, because
 * lessons are compared by the hash of their JSON text.
 */
const propertySql = (name: string, value: string) => `'"${name}":' || coalesce(to_json(${value})::text, 'null')`
const objectSql = (members: readonly string[]) => `'{' || ${members.join(` || ',' || `)} || '}'`

const lessonProperties = lessonRecordDefinition.columns.map((column) =>
  propertySql(column.field, `l.${quoteColumnName(column)}`),
)
const blockText = objectSql([
  propertySql('id', 'b.id'),
  propertySql('key', 'b.key'),
  propertySql('type', 'b.type'),
  // `to_json` does not change the text of a `json` column, so an unchanged lesson keeps its JSON text and its hash.
  propertySql('content', 'b.content'),
])
const ownLessonProperties = [
  propertySql('id', 'l.id'),
  propertySql('courseId', 'l.course_id'),
  propertySql('key', 'l.key'),
  ...lessonProperties,
]
const lessonText = objectSql([...ownLessonProperties, `'"blocks":[' || coalesce(b.text, '') || ']'`])
const moduleText = objectSql(
  moduleRecordDefinition.columns.map((column) => propertySql(column.field, `m.${quoteColumnName(column)}`)),
)

/**
 * A lesson of a draft. `body` is the JSON text of the lesson, or null if the table `release_nodes` already contains a
 * text with this hash.
 */
type DraftLesson = OutlineLesson & { moduleId: string; body: string | null }

// PostgreSQL makes each lesson's JSON text and hash, so it need not send the content of unchanged lessons. It cannot run a
// FULL JOIN as a loop. With another join, it read all blocks again for each lesson of a course that was larger than its
// statistics said, and 5,000 lessons took longer than a statement may. LATERAL looks up the stored texts by their key.
const lessons = defineSqlStatement<DraftLesson>(
  'release_lessons_of_draft',
  `WITH bodies AS (
     SELECT l.id, l.module_id, l."order", l.key, l.name, l.duration_minutes, l.prerequisites,
       coalesce(b.count, 0) AS blocks, ${lessonText} AS body
     FROM (SELECT * FROM lessons t WHERE t.workspace_id = $1 AND t.course_id = $2) l FULL JOIN (
       SELECT b.lesson_id, count(*)::int AS count, string_agg(${blockText}, ',' ORDER BY b."order") AS text
       FROM blocks b WHERE b.workspace_id = $1 AND b.course_id = $2 GROUP BY b.lesson_id
     ) b ON b.lesson_id = l.id
   ), hashed AS MATERIALIZED (
     SELECT d.*, encode(sha256(convert_to(d.body, 'UTF8')), 'hex') AS hash FROM bodies d
   )
   SELECT h.id, h.module_id AS "moduleId", h.key, h.name, h.duration_minutes AS "durationMinutes", h.prerequisites, h.blocks, h.hash,
     CASE WHEN n.hash IS NULL THEN h.body END AS body
   FROM hashed h LEFT JOIN LATERAL (
     SELECT n.hash FROM release_nodes n WHERE n.workspace_id = $1 AND n.hash = h.hash LIMIT 1
   ) n ON true ORDER BY h."order"`,
)

const modules = defineSqlStatement<ModuleRow>(
  'release_modules_of_draft',
  `SELECT ${makeLevelSelectListSql(levelDefinitions.module, 't')} FROM modules t
   WHERE t.workspace_id = $1 AND t.course_id = $2 ORDER BY t."order"`,
)

/**
 * The maximum size, in bytes, of the ids, the hash, the counts and the field names of one module or lesson in the
 * outline. The texts of the module or lesson are not included.
 */
const maxEntryBytes = 400

// The result `bytes` is at least the size of the JSON texts of all lessons and of the outline together.
const size = defineSqlStatement<{ bytes: number; blocks: number }>(
  'release_size_of_draft',
  `SELECT b.bytes + l.bytes + m.bytes AS bytes, b.blocks FROM (
     SELECT coalesce(sum(octet_length(${blockText}) + 1), 0)::float8 AS bytes, count(*)::int AS blocks
     FROM blocks b WHERE b.workspace_id = $1 AND b.course_id = $2
   ) b, (
     SELECT coalesce(sum(octet_length(${objectSql(ownLessonProperties)}) + octet_length(to_json(l.name)::text)
       + octet_length(to_json(l.prerequisites)::text) + ${maxEntryBytes}), 0)::float8 AS bytes
     FROM lessons l WHERE l.workspace_id = $1 AND l.course_id = $2
   ) l, (
     SELECT coalesce(sum(octet_length(${moduleText}) + ${maxEntryBytes}), 0)::float8 AS bytes
     FROM modules m WHERE m.workspace_id = $1 AND m.course_id = $2
   ) m`,
)

/**
 * The maximum size of a release, in bytes: the JSON texts of its outline and its lessons. A larger release would not fit
 * into one SQL result (`maxResultBytes`), so it could not be read, compared or restored.
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
 * Makes sure that a partial release is small enough to be read after it is stored. A partial release has some lessons
 * of the draft, and all other lessons of the live release.
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

/**
 * The content of the draft of a course, in the form in which a release stores it. `text` is the JSON text of the
 * outline, and `hash` is the hash of that text. `bodies` maps hashes to the JSON texts of the lessons that the database
 * does not store yet.
 */
export type DraftAsRelease = { outline: Outline; text: string; hash: string; bodies: ReadonlyMap<string, string> }

const statementsFor = (
  workspaceId: string,
  courseId: string,
): [BoundSqlStatement<ModuleRow>, BoundSqlStatement<DraftLesson>] => [
  [modules, [workspaceId, courseId]],
  [lessons, [workspaceId, courseId]],
]

/**
 * Reads the draft of a course in the form in which a release stores it. To store the result as a release, the
 * transaction must first lock the course, so that no other write changes the draft in between.
 * @throws ApiError `conflict` if the course is too large
 */
export async function readDraftAsRelease(
  sql: SqlRunner,
  workspaceId: string,
  course: CourseRow,
): Promise<DraftAsRelease> {
  const [measured] = await sql.rows(size, [workspaceId, course.id])
  assertCourseSize(measured!.blocks)
  assertReleaseSize(Number(measured!.bytes))
  const [moduleRows, lessonRows] = await sql.pipeline(statementsFor(workspaceId, course.id))
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

/** Returns the hash that a release of the draft would have, or undefined for a draft that is too large for a release. */
export async function hashCourseDraft(
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
