import { levelDefinitions, makeCompleteLevelSelectListSql, quoteColumnName } from '../../courses/outline/levels.ts'
import type { ModuleRow } from '../../courses/outline/rows.ts'
import { lessonRecordDefinition } from '../../courses/records/lesson.ts'
import { moduleRecordDefinition } from '../../courses/records/module.ts'
import { type BoundSqlStatement, defineSqlStatement } from '../../platform/db/statement.ts'
import type { OutlineLesson } from './outline.ts'

/**
 * Returns SQL for the JSON text of a property. Equal values must give equal text, because lessons are compared by the
 * hash of their text.
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
  // `to_json` keeps the text of a `json` column as it is. So an unchanged lesson keeps its JSON text and its hash.
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

// PostgreSQL computes the hash of each lesson, and returns the JSON text only if the text is not stored yet.
// Without the FULL JOIN, outdated statistics made PostgreSQL read all blocks of the course for each lesson.
// Without the FULL JOIN, a course with 5,000 lessons exceeded the statement timeout.
// The LATERAL join looks up each stored text by its primary key.
const lessons = defineSqlStatement<DraftLesson>(
  'release_lessons_of_draft',
  `WITH bodies AS (
     SELECT l.id, l.module_id, l."order", l.key, l.name, l.duration_minutes, l.prerequisites, l.optional,
       coalesce(b.count, 0) AS blocks, ${lessonText} AS body
     FROM (SELECT * FROM lessons t WHERE t.workspace_id = $1 AND t.course_id = $2) l FULL JOIN (
       SELECT b.lesson_id, count(*)::int AS count, string_agg(${blockText}, ',' ORDER BY b."order") AS text
       FROM blocks b WHERE b.workspace_id = $1 AND b.course_id = $2 GROUP BY b.lesson_id
     ) b ON b.lesson_id = l.id
   ), hashed AS MATERIALIZED (
     SELECT d.*, encode(sha256(convert_to(d.body, 'UTF8')), 'hex') AS hash FROM bodies d
   )
   SELECT h.id, h.module_id AS "moduleId", h.key, h.name, h.duration_minutes AS "durationMinutes", h.prerequisites, h.optional, h.blocks, h.hash,
     CASE WHEN n.hash IS NULL THEN h.body END AS body
   FROM hashed h LEFT JOIN LATERAL (
     SELECT n.hash FROM release_nodes n WHERE n.workspace_id = $1 AND n.hash = h.hash LIMIT 1
   ) n ON true ORDER BY h."order"`,
)

/** The JSON text of a lesson of a draft as a release would store it, and its hash. */
export type DraftLessonText = { id: string; body: string; hash: string }

/** Reads the texts of lessons of drafts: `$2` has their ids. */
export const draftLessonTextsStatement = defineSqlStatement<DraftLessonText>(
  'release_texts_of_lessons',
  `SELECT d.id, d.body, encode(sha256(convert_to(d.body, 'UTF8')), 'hex') AS hash FROM (
     SELECT l.id, ${lessonText} AS body FROM lessons l CROSS JOIN LATERAL (
       SELECT string_agg(${blockText}, ',' ORDER BY b."order") AS text
       FROM (SELECT * FROM blocks o WHERE o.workspace_id = $1 AND o.lesson_id = l.id OFFSET 0) b
     ) b WHERE l.workspace_id = $1 AND l.id = ANY($2::uuid[])
   ) d`,
)

const modules = defineSqlStatement<ModuleRow>(
  'release_modules_of_draft',
  `SELECT ${makeCompleteLevelSelectListSql(levelDefinitions.module, 't')} FROM modules t
   WHERE t.workspace_id = $1 AND t.course_id = $2 ORDER BY t."order"`,
)

/**
 * The maximum total size, in bytes, of the ids, the hash, the counts and the field names of a module or a lesson in an
 * outline.
 */
const maxEntryBytes = 400

// Estimates the size of a draft before the service reads the draft, which may be too large for a release.
// `bytes` is an upper estimate of the size of the release, without the fields of the course.
export const draftSizeStatement = defineSqlStatement<{ bytes: number; blocks: number }>(
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

/** Returns the SQL statements that read the modules and the lessons of a draft, in this order. */
export const makeDraftReadStatements = (
  workspaceId: string,
  courseId: string,
): [BoundSqlStatement<ModuleRow>, BoundSqlStatement<DraftLesson>] => [
  [modules, [workspaceId, courseId]],
  [lessons, [workspaceId, courseId]],
]
