import { isId } from '../checks.ts'
import { type Queries, type Sql, statement } from '../db/sql.ts'
import { notFound } from '../errors.ts'
import { copyBelow, copyName } from '../outline/copy.ts'
import { courseColumns, readCourses } from '../outline/courses.ts'
import type { CourseRow } from '../outline/rows.ts'
import { stale } from '../outline/stale.ts'
import { type Expected, newId, patch, patchValues } from '../outline/writes.ts'

const names = ['name', 'description', 'language', 'difficulty', 'status'] as const

/** A course's own fields: what is absent stays, `null` clears. */
export type CourseFields = { [name in (typeof names)[number]]?: string | null }

const insert = statement<CourseRow>(
  'course_insert',
  `INSERT INTO courses AS c (id, workspace_id, ${names.join(', ')}) VALUES ($2, $1, $3, $4, $5, $6, coalesce($7, 'draft'))
   RETURNING ${courseColumns}`,
)
const lock = statement<CourseRow>(
  'course_lock',
  `SELECT ${courseColumns} FROM courses c WHERE c.id = $2 AND c.workspace_id = $1 FOR NO KEY UPDATE`,
)
const change = statement<CourseRow>(
  'course_change',
  `UPDATE courses c SET ${patch(names, 5, 'c')}, version = c.version + $4::int, tree_version = c.tree_version + 1,
     updated_at = CASE WHEN $4::int = 1 THEN now() ELSE c.updated_at END
   WHERE c.id = $2 AND c.workspace_id = $1 AND ($3::int IS NULL OR c.version = $3) RETURNING ${courseColumns}`,
)
const remove = statement<{ id: string }>(
  'course_remove',
  `DELETE FROM courses c WHERE c.id = $2 AND c.workspace_id = $1 AND ($3::int IS NULL OR c.version = $3) RETURNING c.id`,
)

export async function insertCourse(
  tx: Queries,
  workspaceId: string,
  id: string,
  fields: CourseFields,
): Promise<CourseRow> {
  const [course] = await tx.write(insert, [workspaceId, id, ...names.map((name) => fields[name] ?? null)])
  return course!
}

/** The course, held against other writers until the transaction ends; undefined where it is not in the workspace. */
export async function lockCourse(tx: Queries, workspaceId: string, id: string): Promise<CourseRow | undefined> {
  const [course] = isId(id) ? await tx.rows(lock, [workspaceId, id]) : []
  return course
}

/** Counts a change below the course (`own` false) or of its own fields too, in a transaction that holds it. */
export async function updateCourse(
  tx: Queries,
  workspaceId: string,
  id: string,
  fields: CourseFields,
  own: boolean,
): Promise<CourseRow> {
  const [course] = await tx.rows(change, [workspaceId, id, null, own ? 1 : 0, ...patchValues(names, fields)])
  return course!
}

async function refusal(tx: Queries, workspaceId: string, id: string) {
  const [course] = await readCourses(tx, workspaceId, [id])
  return course ? stale('Course', course.version) : notFound('Course')
}

/**
 * Changes a course's own fields; an empty change writes nothing.
 * @throws ApiError `not_found`, or `precondition_failed` with `details.currentVersion`
 */
export async function changeCourse(
  sql: Sql,
  workspaceId: string,
  id: string,
  fields: CourseFields,
  { version }: Expected,
): Promise<CourseRow> {
  if (!isId(id)) throw notFound('Course')
  const empty = names.every((name) => fields[name] === undefined)
  const [course] = empty
    ? (await readCourses(sql, workspaceId, [id])).filter((course) => version == null || course.version === version)
    : await sql.write(change, [workspaceId, id, version ?? null, 1, ...patchValues(names, fields)])
  if (!course) throw await refusal(sql, workspaceId, id)
  return course
}

/**
 * Deletes a course with everything below it.
 * @throws ApiError `not_found`, or `precondition_failed` with `details.currentVersion`
 */
export async function deleteCourse(sql: Sql, workspaceId: string, id: string, { version }: Expected): Promise<void> {
  if (!isId(id)) throw notFound('Course')
  const [course] = await sql.rows(remove, [workspaceId, id, version ?? null])
  if (!course) throw await refusal(sql, workspaceId, id)
}

const copy = statement<CourseRow>(
  'course_copy',
  `INSERT INTO courses AS c (id, workspace_id, name, description, language, difficulty)
   SELECT $3, t.workspace_id, $4, t.description, t.language, t.difficulty FROM courses t WHERE t.id = $2 AND t.workspace_id = $1
   RETURNING ${courseColumns}`,
)

/**
 * Copies a course with everything below it, as a draft; client keys are kept, since the copy is a course of its own.
 * @throws ApiError `not_found`
 */
export async function copyCourse(sql: Sql, workspaceId: string, id: string): Promise<CourseRow> {
  return sql.transaction(async (tx) => {
    const original = await lockCourse(tx, workspaceId, id)
    if (!original) throw notFound('Course')
    const [course] = await tx.rows(copy, [workspaceId, id, newId(), copyName(original.name)])
    const target = { workspaceId, courseId: course!.id, keepKeys: true }
    await copyBelow(tx, 'module', target, new Map([[id.toLowerCase(), course!.id]]))
    return course!
  })
}
