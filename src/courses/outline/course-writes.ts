import type { TransactionalSqlRunner } from '../../platform/db/sql.ts'
import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { makeNotFoundError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { courseRecordDefinition } from '../records/course.ts'
import type { FieldColumn, UpdateRecordInput } from '../records/record.ts'
import { copyDescendants, makeCopyName } from './copy.ts'
import { courseColumnsSql, readCoursesByIds } from './course-tallies.ts'
import { increaseTreeVersionSql, quoteColumnName } from './levels.ts'
import type { CourseRow } from './rows.ts'
import { makeVersionMismatchError } from './version-mismatch.ts'
import {
  changesAnyColumn,
  type ExpectedVersion,
  makeInsertParameters,
  makeSetClauseParameters,
  makeUuidV7,
  setClauseSql,
} from './writes.ts'

const status = { field: 'status', column: 'status', type: 'text', presence: 'required', searched: false } as const
const columns: readonly FieldColumn[] = [...courseRecordDefinition.columns, status]

/** The fields to write to a course. A missing field stays unchanged, and `null` clears a field. */
export type CourseFields = UpdateRecordInput<typeof courseRecordDefinition.fields> & { status?: string }

const insert = defineSqlStatement<CourseRow>(
  'course_insert',
  `INSERT INTO courses AS c (id, workspace_id, ${columns.map(quoteColumnName).join(', ')})
   VALUES ($2, $1, ${columns.map(({ type }, index) => `$${index + 3}::${type}`).join(', ')}) RETURNING ${courseColumnsSql}`,
)
const lock = defineSqlStatement<CourseRow>(
  'course_lock',
  `SELECT ${courseColumnsSql} FROM courses c WHERE c.workspace_id = $1 AND c.id = $2 FOR NO KEY UPDATE`,
)
const change = defineSqlStatement<CourseRow>(
  'course_change',
  `UPDATE courses c SET ${setClauseSql(columns, 4, 'c')}, version = c.version + 1, ${increaseTreeVersionSql}, updated_at = now()
   WHERE c.workspace_id = $1 AND c.id = $2 AND ($3::int IS NULL OR c.version = $3) RETURNING ${courseColumnsSql}`,
)
const changeTree = defineSqlStatement<CourseRow>(
  'course_change_tree',
  `UPDATE courses c SET ${increaseTreeVersionSql} WHERE c.workspace_id = $1 AND c.id = $2 RETURNING ${courseColumnsSql}`,
)
const remove = defineSqlStatement<{ id: string }>(
  'course_remove',
  `DELETE FROM courses c WHERE c.workspace_id = $1 AND c.id = $2 AND ($3::int IS NULL OR c.version = $3) RETURNING c.id`,
)

export async function insertCourse(
  tx: SqlRunner,
  workspaceId: string,
  id: string,
  fields: CourseFields,
): Promise<CourseRow> {
  const [course] = await tx.write(insert, [
    workspaceId,
    id,
    ...makeInsertParameters(columns, { status: 'draft', ...fields }),
  ])
  return course!
}

/** Locks a course until the transaction ends. Returns undefined if the workspace has no such course. */
export async function lockCourse(tx: SqlRunner, workspaceId: string, id: string): Promise<CourseRow | undefined> {
  const [course] = isUuid(id) ? await tx.rows(lock, [workspaceId, id]) : []
  return course
}

/** Increases the tree version of a locked course. If `own` is true, also writes `fields` to the course. */
export async function updateLockedCourse(
  tx: SqlRunner,
  workspaceId: string,
  id: string,
  fields: CourseFields,
  own: boolean,
): Promise<CourseRow> {
  const [course] = own
    ? await tx.rows(change, [workspaceId, id, null, ...makeSetClauseParameters(columns, fields)])
    : await tx.rows(changeTree, [workspaceId, id])
  return course!
}

async function writeError(tx: SqlRunner, workspaceId: string, id: string) {
  const [course] = await readCoursesByIds(tx, workspaceId, [id])
  return course ? makeVersionMismatchError('Course', course.version) : makeNotFoundError('Course')
}

/**
 * Changes the fields of a course. A request without fields writes nothing and returns the course.
 * @throws ApiError `not_found`, or `precondition_failed` with `details.currentVersion`
 */
export async function updateCourseFields(
  sql: TransactionalSqlRunner,
  workspaceId: string,
  id: string,
  fields: CourseFields,
  { version }: ExpectedVersion,
): Promise<CourseRow> {
  if (!isUuid(id)) throw makeNotFoundError('Course')
  const empty = !changesAnyColumn(columns, fields)
  const [course] = empty
    ? (await readCoursesByIds(sql, workspaceId, [id])).filter((course) => version == null || course.version === version)
    : await sql.write(change, [workspaceId, id, version ?? null, ...makeSetClauseParameters(columns, fields)])
  if (!course) throw await writeError(sql, workspaceId, id)
  return course
}

/**
 * Deletes a course with its modules, lessons and blocks.
 * @throws ApiError `not_found`, or `precondition_failed` with `details.currentVersion`
 */
export async function deleteCourse(
  sql: TransactionalSqlRunner,
  workspaceId: string,
  id: string,
  { version }: ExpectedVersion,
): Promise<void> {
  if (!isUuid(id)) throw makeNotFoundError('Course')
  const [course] = await sql.rows(remove, [workspaceId, id, version ?? null])
  if (!course) throw await writeError(sql, workspaceId, id)
}

const copied = courseRecordDefinition.columns.map((column) =>
  column.field === 'name' ? '$4' : `t.${quoteColumnName(column)}`,
)

const copy = defineSqlStatement<CourseRow>(
  'course_copy',
  `INSERT INTO courses AS c (id, workspace_id, ${courseRecordDefinition.columns.map(quoteColumnName).join(', ')})
   SELECT $3, $1, ${copied.join(', ')} FROM courses t WHERE t.workspace_id = $1 AND t.id = $2
   RETURNING ${courseColumnsSql}`,
)

/**
 * Copies a course with its modules, lessons and blocks as a new draft. The copies keep their keys, because a key needs
 * to be unique only within a course.
 * @throws ApiError `not_found`
 */
export async function copyCourse(sql: TransactionalSqlRunner, workspaceId: string, id: string): Promise<CourseRow> {
  return sql.transaction(async (tx) => {
    const original = await lockCourse(tx, workspaceId, id)
    if (!original) throw makeNotFoundError('Course')
    const [course] = await tx.rows(copy, [workspaceId, id, makeUuidV7(), makeCopyName(original.name)])
    const target = { workspaceId, courseId: course!.id, keepKeys: true }
    await copyDescendants(tx, 'module', target, new Map([[id.toLowerCase(), course!.id]]))
    return course!
  })
}
