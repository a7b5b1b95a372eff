import { defineSqlStatement, makeSqlWithoutRows, type SqlRunner } from '../../../platform/db/statement.ts'
import { makeNotFoundError } from '../../../platform/errors.ts'
import { type ChangedNode, makeChangeParameters, makeRecordChangeSql } from '../../changes/record-change.ts'
import type { Writer } from '../../changes/writer.ts'
import {
  type LevelDefinition,
  type LevelName,
  levelDefinitions,
  recordTypeTitles,
  treeChangeAssignmentsSql,
} from '../levels.ts'
import { makeVersionMismatchError } from '../rules/version-mismatch.ts'

/** A course whose row is locked until the transaction ends. */
type LockedCourse = { id: string; treeVersion: number }

const lockOf = (table: string) =>
  defineSqlStatement<LockedCourse>(
    `course_lock_by_${table}`,
    `SELECT c.id, c.tree_version AS "treeVersion" FROM courses c
     WHERE c.workspace_id = $1
       AND c.id = (SELECT t.${table === 'courses' ? 'id' : 'course_id'} FROM ${table} t WHERE t.workspace_id = $1 AND t.id = $2)
     FOR NO KEY UPDATE`,
  )
const locks = {
  courses: lockOf('courses'),
  modules: lockOf('modules'),
  lessons: lockOf('lessons'),
  blocks: lockOf('blocks'),
}

const treeVersionIncrease = defineSqlStatement<never>(
  'course_tree_version',
  makeSqlWithoutRows(
    `changed AS (
       UPDATE courses c SET ${treeChangeAssignmentsSql} WHERE c.workspace_id = $1 AND c.id = $2 RETURNING c.id, c.tree_version
     )`,
    `recorded AS (${makeRecordChangeSql({ firstParameter: 3, courseId: 'd.id', treeVersion: 'd.tree_version', from: 'changed d' })})`,
  ),
)

/** Adds one to the tree version of a course, and records the change of these nodes. */
export const increaseTreeVersion = (
  tx: SqlRunner,
  writer: Writer,
  courseId: string,
  nodes: readonly ChangedNode[],
  count?: number,
) => tx.rows(treeVersionIncrease, [writer.workspaceId, courseId, ...makeChangeParameters(writer, nodes, count)])

/**
 * Locks the course of a parent, which can be the course itself.
 * @throws ApiError `not_found`, or `precondition_failed` if the course has another tree version
 */
export async function lockCourseOfParent(
  tx: SqlRunner,
  /** The level of the parent's children, such as `lesson` for a module. */
  childLevel: LevelName,
  workspaceId: string,
  parentId: string,
  treeVersion?: number | null,
): Promise<LockedCourse> {
  const level: LevelDefinition = levelDefinitions[childLevel]
  const [course] = await tx.rows(locks[level.parentTable as keyof typeof locks], [workspaceId, parentId])
  if (!course) throw makeNotFoundError(recordTypeTitles[level.parent])
  if (treeVersion != null && treeVersion !== course.treeVersion)
    throw makeVersionMismatchError('Course tree', course.treeVersion)
  return course
}

/** Locks the course that contains a module, lesson or block. Returns undefined for an unknown id. */
export async function findAndLockCourseOfNode(
  tx: SqlRunner,
  name: LevelName,
  workspaceId: string,
  id: string,
): Promise<LockedCourse | undefined> {
  return (await tx.rows(locks[levelDefinitions[name].table], [workspaceId, id]))[0]
}

/** Locks the course that contains a module, lesson or block. @throws ApiError `not_found` */
export async function lockCourseOfNode(
  tx: SqlRunner,
  name: LevelName,
  workspaceId: string,
  id: string,
): Promise<LockedCourse> {
  const course = await findAndLockCourseOfNode(tx, name, workspaceId, id)
  if (!course) throw makeNotFoundError(recordTypeTitles[name])
  return course
}
