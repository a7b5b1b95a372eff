import { assertCourseSize } from '../../courses/outline/course-size.ts'
import { levelColumnsSql, levelDefinitions, quoteColumnName } from '../../courses/outline/levels.ts'
import type { CourseRow, ModuleRow } from '../../courses/outline/rows.ts'
import { lessonRecordDefinition } from '../../courses/records/lesson.ts'
import { type BoundSqlStatement, defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import { makeOutline, type Outline, type OutlineLesson, stringifyOutline } from './outline.ts'

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
  // The column `content` has the type `json`. `to_json` returns such a value unchanged.
  propertySql('content', 'b.content'),
])
const lessonText = objectSql([
  propertySql('id', 'l.id'),
  propertySql('courseId', 'l.course_id'),
  propertySql('key', 'l.key'),
  ...lessonProperties,
  `'"blocks":[' || coalesce(b.text, '') || ']'`,
])

/**
 * A lesson of a draft. `body` is the JSON text of the lesson, or null if the table `release_nodes` already contains a
 * text with this hash.
 */
type DraftLesson = OutlineLesson & { moduleId: string; body: string | null }

// PostgreSQL makes each lesson's JSON text and hash, so it need not send the content of unchanged lessons.
const lessons = defineSqlStatement<DraftLesson>(
  'release_lessons_of_draft',
  `WITH bodies AS (
     SELECT l.id, l.module_id, l."order", l.key, l.name, l.duration_minutes, l.prerequisites,
       coalesce(b.count, 0) AS blocks, ${lessonText} AS body
     FROM lessons l LEFT JOIN (
       SELECT b.lesson_id, count(*)::int AS count, string_agg(${blockText}, ',' ORDER BY b."order") AS text
       FROM blocks b WHERE b.workspace_id = $1 AND b.course_id = $2 GROUP BY b.lesson_id
     ) b ON b.lesson_id = l.id
     WHERE l.workspace_id = $1 AND l.course_id = $2
   ), hashed AS MATERIALIZED (
     SELECT d.*, encode(sha256(convert_to(d.body, 'UTF8')), 'hex') AS hash FROM bodies d
   )
   SELECT h.id, h.module_id AS "moduleId", h.key, h.name, h.duration_minutes AS "durationMinutes", h.prerequisites, h.blocks, h.hash,
     CASE WHEN n.hash IS NULL THEN h.body END AS body
   FROM hashed h LEFT JOIN release_nodes n ON n.workspace_id = $1 AND n.hash = h.hash ORDER BY h."order"`,
)

const modules = defineSqlStatement<ModuleRow>(
  'release_modules_of_draft',
  `SELECT ${levelColumnsSql(levelDefinitions.module, 't')} FROM modules t
   WHERE t.workspace_id = $1 AND t.course_id = $2 ORDER BY t."order"`,
)

const size = defineSqlStatement<{ bytes: number; blocks: number }>(
  'release_size_of_draft',
  `SELECT coalesce(sum(octet_length(b.content::text)), 0)::float8 AS bytes, count(*)::int AS blocks FROM blocks b
   WHERE b.workspace_id = $1 AND b.course_id = $2`,
)

/**
 * The maximum size of a release: the total size of the content of its blocks, in bytes. A larger release would not fit
 * into one SQL result (`maxResultBytes`).
 */
const maxReleaseBytes = 20_000_000

/**
 * The content of the draft of a course, in the form in which a release stores it. `text` is the JSON text of the
 * outline, and `hash` is the hash of that text. `bodies` maps hashes to the JSON texts of the lessons that the database
 * does not store yet.
 */
export type FrozenDraft = { outline: Outline; text: string; hash: string; bodies: ReadonlyMap<string, string> }

const statementsFor = (
  workspaceId: string,
  courseId: string,
): [BoundSqlStatement<ModuleRow>, BoundSqlStatement<DraftLesson>] => [
  [modules, [workspaceId, courseId]],
  [lessons, [workspaceId, courseId]],
]

/**
 * Reads the draft of a course in the form in which a release stores it. A transaction that stores the result as a
 * release must first lock the course, so that no other write changes the draft in between.
 * @throws ApiError `conflict` if the course is too large
 */
export async function freezeCourseDraft(sql: SqlRunner, workspaceId: string, course: CourseRow): Promise<FrozenDraft> {
  const [measured] = await sql.rows(size, [workspaceId, course.id])
  assertCourseSize(measured!.blocks)
  if (Number(measured!.bytes) > maxReleaseBytes)
    throw new ApiError('conflict', 'The course has over 20 MB of content. Divide it into several courses.', {
      details: { reason: 'course_too_large', maxBytes: maxReleaseBytes },
    })
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
  return { outline, ...stringifyOutline(outline), bodies }
}

/** Returns the hash that a release of the draft would have, or undefined for a draft that is too large for a release. */
export async function hashCourseDraft(
  sql: SqlRunner,
  workspaceId: string,
  course: CourseRow,
): Promise<string | undefined> {
  try {
    return (await freezeCourseDraft(sql, workspaceId, course)).hash
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
