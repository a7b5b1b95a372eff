import type { TransactionalSqlRunner } from '../../../platform/db/sql.ts'
import { defineSqlStatement, getFirstRow, type SqlRunner } from '../../../platform/db/statement.ts'
import { makeNotFoundError } from '../../../platform/errors.ts'
import { isUuid } from '../../../platform/uuid.ts'
import {
  type ChangedDescendants,
  type ChangedNode,
  makeChangeParameters,
  makeRecordChangeSql,
} from '../../changes/record-change.ts'
import type { Writer } from '../../changes/writer.ts'
import { courseColumnsSql } from '../../outline/course-columns.ts'
import { quoteColumnName, treeChangeAssignmentsSql } from '../../outline/levels.ts'
import { lessonAndBlockCountsSql } from '../../outline/reads/course-counts.ts'
import { readCoursesByIds } from '../../outline/reads/course-reads.ts'
import type { CourseRow } from '../../outline/rows.ts'
import { awaitWriteOrThrowKeyConflict } from '../../outline/rules/key-conflict.ts'
import { awaitWriteOrThrowSlugConflict } from '../../outline/rules/taken-slug.ts'
import { makeVersionMismatchError } from '../../outline/rules/version-mismatch.ts'
import {
  hasColumnToWrite,
  listNewRowValues,
  listSetClauseParameters,
  makeSetClauseSql,
} from '../../outline/writes/column-writes.ts'
import type { ExpectedVersion } from '../../outline/writes/writes.ts'
import { courseRecordDefinition } from '../../records/course.ts'
import { courseSettingsDefinition } from '../../records/course-settings.ts'
import { keyColumn } from '../../records/key.ts'
import { type ColumnDefinition, getFieldValue, type UpdateInputOfFields } from '../../records/record.ts'
import { keepFormerSlug } from './former-slugs.ts'

const columns: readonly ColumnDefinition[] = [
  keyColumn,
  ...courseRecordDefinition.columns,
  ...courseSettingsDefinition.columns,
]

/** The fields to write to a course. A missing field stays unchanged, and `null` clears a field. */
export type CourseFieldsToWrite = UpdateInputOfFields<typeof courseRecordDefinition.fields> &
  UpdateInputOfFields<typeof courseSettingsDefinition.fields> & { key?: string | null }

/**
 * Returns a statement that writes a course, and records the change.
 * @param write an INSERT or UPDATE of `c` without RETURNING
 * @param columns the SELECT list of the written course `c`
 */
export const makeRecordedCourseSql = (write: string, firstParameter: number, columns = courseColumnsSql) => {
  const isInsertedOrDeleted = write.startsWith('INSERT')
  return `WITH written AS (${write} RETURNING c.*), recorded AS (${makeRecordChangeSql({
    firstParameter,
    courseId: 'c.id',
    treeVersion: 'c.tree_version',
    from: 'written c',
    isInsertedOrDeleted,
  })}) SELECT ${columns} FROM written c`
}

const creator = `$${columns.length + 3}::text`
const insert = defineSqlStatement<CourseRow>(
  'course_insert',
  makeRecordedCourseSql(
    `INSERT INTO courses AS c (id, workspace_id, ${columns.map(quoteColumnName).join(', ')}, created_by, updated_by)
     VALUES ($2, $1, ${columns.map(({ type }, index) => `$${index + 3}::${type}`).join(', ')}, ${creator}, ${creator})`,
    columns.length + 4,
  ),
)
const lock = defineSqlStatement<CourseRow>(
  'course_lock',
  `SELECT ${courseColumnsSql} FROM courses c WHERE c.workspace_id = $1 AND c.id = $2 FOR NO KEY UPDATE`,
)
// A release does not contain the key, slug and visibility, so their changes leave the draft equal to a release.
/**
 * SQL for `live_tree_version`, the tree version at which the draft equals the live release. If only the key, slug or
 * visibility changes, the value increases too.
 */
const liveTreeVersion = `CASE WHEN NOT $${5 + 2 * columns.length}::boolean AND c.live_tree_version = c.tree_version
  THEN c.tree_version + 1 ELSE c.live_tree_version END`
const change = defineSqlStatement<CourseRow>(
  'course_change',
  makeRecordedCourseSql(
    `UPDATE courses c SET ${makeSetClauseSql(columns, 4, 'c')}, version = c.version + 1, ${treeChangeAssignmentsSql}, updated_at = now(), updated_by = $${4 + 2 * columns.length},
       live_tree_version = ${liveTreeVersion}
     WHERE c.workspace_id = $1 AND c.id = $2 AND ($3::int IS NULL OR c.version = $3)`,
    6 + 2 * columns.length,
    `${courseColumnsSql}, ${lessonAndBlockCountsSql}`,
  ),
)
const changeTree = defineSqlStatement<CourseRow>(
  'course_change_tree',
  makeRecordedCourseSql(`UPDATE courses c SET ${treeChangeAssignmentsSql} WHERE c.workspace_id = $1 AND c.id = $2`, 3),
)

export const makeCreatedCourseNode = (id: string): ChangedNode => ({ level: 'course', id, change: 'created' })

/**
 * Inserts a course with the status `draft`.
 * @throws ApiError `conflict` if another course of the workspace has the key or the slug
 */
export async function insertCourse(
  tx: SqlRunner,
  writer: Writer,
  id: string,
  fields: CourseFieldsToWrite,
): Promise<CourseRow> {
  const { workspaceId, callerId } = writer
  const values = listNewRowValues(columns, { visibility: 'private', ...fields })
  const rows = await awaitWriteOrThrowSlugConflict(
    awaitWriteOrThrowKeyConflict(
      tx.write(insert, [
        workspaceId,
        id,
        ...values,
        callerId,
        ...makeChangeParameters(writer, [makeCreatedCourseNode(id)]),
      ]),
    ),
    fields,
  )
  return { ...getFirstRow(rows), lessonCount: 0, blockCount: 0 }
}

/** Locks a course until the transaction ends. Returns undefined if the workspace has no such course. */
export async function lockCourse(tx: SqlRunner, workspaceId: string, id: string): Promise<CourseRow | undefined> {
  const [course] = isUuid(id) ? await tx.rows(lock, [workspaceId, id]) : []
  return course
}

const noDescendants: ChangedDescendants = { nodes: [], count: 0 }

/** Returns the SQL parameters of the change of a course whose `fields` are written. */
function makeCourseChangeParameters(
  writer: Writer,
  id: string,
  fields: CourseFieldsToWrite,
  { nodes, count }: ChangedDescendants,
) {
  const names = columns.map(({ field }) => field).filter((field) => getFieldValue(fields, field) !== undefined)
  const course: ChangedNode = { level: 'course', id: id.toLowerCase(), change: 'changed', fields: names }
  return makeChangeParameters(writer, [course, ...nodes], count + 1)
}

/** Returns whether at least one of the fields to write is part of a release. */
const changesContent = (fields: CourseFieldsToWrite) => hasColumnToWrite(courseRecordDefinition.columns, fields)

/**
 * Writes fields to a locked course, and increases its version and its tree version.
 * @throws ApiError `conflict` if another course has the key or the slug
 */
export async function updateLockedCourse(
  tx: SqlRunner,
  writer: Writer,
  id: string,
  fields: CourseFieldsToWrite,
  /** The modules, lessons and blocks that the transaction also writes. */
  descendants: ChangedDescendants,
): Promise<CourseRow> {
  const { workspaceId, callerId } = writer
  await keepSlugBeforeChange(tx, workspaceId, id, fields)
  const isContent = descendants.count > 0 || changesContent(fields)
  const recorded = makeCourseChangeParameters(writer, id, fields, descendants)
  const values = [...listSetClauseParameters(columns, fields), callerId, isContent, ...recorded]
  const rows = await awaitWriteOrThrowSlugConflict(
    awaitWriteOrThrowKeyConflict(tx.rows(change, [workspaceId, id, null, ...values])),
    fields,
  )
  return getFirstRow(rows)
}

/**
 * Increases the tree version of a locked course, but not its version. Returns the course without its numbers of lessons
 * and blocks.
 */
export async function increaseLockedCourseTreeVersion(
  tx: SqlRunner,
  writer: Writer,
  id: string,
  { nodes, count }: ChangedDescendants,
): Promise<CourseRow> {
  return getFirstRow(await tx.rows(changeTree, [writer.workspaceId, id, ...makeChangeParameters(writer, nodes, count)]))
}

/** Locks a course whose slug is written, and keeps the slug that it has. */
async function keepSlugBeforeChange(
  tx: SqlRunner,
  workspaceId: string,
  id: string,
  { slug }: CourseFieldsToWrite,
): Promise<void> {
  const course = slug === undefined ? undefined : await lockCourse(tx, workspaceId, id)
  if (course && slug !== undefined) await keepFormerSlug(tx, workspaceId, course, slug)
}

/** Returns the error for a write that changed no row: the course is missing, or it has another version. */
async function makeFailedWriteError(tx: SqlRunner, workspaceId: string, id: string) {
  const [course] = await readCoursesByIds(tx, workspaceId, [id])
  return course ? makeVersionMismatchError('Course', course.version) : makeNotFoundError('Course')
}

/**
 * Changes the fields of a course.
 * @throws ApiError `not_found`, `precondition_failed` with `details.currentVersion`, or `conflict` for a taken key or
 * slug
 */
export async function updateCourseFields(
  sql: TransactionalSqlRunner,
  writer: Writer,
  id: string,
  fields: CourseFieldsToWrite,
  { version }: ExpectedVersion,
): Promise<CourseRow> {
  const { workspaceId, callerId } = writer
  if (!isUuid(id)) throw makeNotFoundError('Course')
  // A request without fields writes nothing. The function then only reads the course and checks its version.
  const empty = !hasColumnToWrite(columns, fields)
  const recorded = makeCourseChangeParameters(writer, id, fields, noDescendants)
  const values = [...listSetClauseParameters(columns, fields), callerId, changesContent(fields), ...recorded]
  const write = (runner: SqlRunner) =>
    awaitWriteOrThrowSlugConflict(
      awaitWriteOrThrowKeyConflict(runner.write(change, [workspaceId, id, version ?? null, ...values])),
      fields,
    )
  const [course] = empty
    ? (await readCoursesByIds(sql, workspaceId, [id])).filter((course) => version == null || course.version === version)
    : fields.slug === undefined
      ? await write(sql)
      : await sql.transaction(async (tx) => {
          await keepSlugBeforeChange(tx, workspaceId, id, fields)
          const rows = await write(tx)
          // The error also takes back the former slug.
          if (rows.length === 0) throw await makeFailedWriteError(tx, workspaceId, id)
          return rows
        })
  if (!course) throw await makeFailedWriteError(sql, workspaceId, id)
  return course
}
