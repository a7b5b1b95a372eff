import type { TransactionalSqlRunner } from '../../../platform/db/sql.ts'
import { defineSqlStatement, getFirstRow } from '../../../platform/db/statement.ts'
import { makeNotFoundError } from '../../../platform/errors.ts'
import { makeUuidV7 } from '../../../platform/uuid.ts'
import { addNodesToChange, makeChangeParameters } from '../../changes/record-change.ts'
import type { Writer } from '../../changes/writer.ts'
import { quoteColumnName } from '../../outline/levels.ts'
import { readCoursesByIds } from '../../outline/reads/course-reads.ts'
import type { CourseRow } from '../../outline/rows.ts'
import { assertStoredCourseRecordCount } from '../../outline/rules/course-size.ts'
import { copyDescendants, makeCopyName } from '../../outline/writes/copy.ts'
import { pointCopiesToThemselves } from '../../outline/writes/copy-references.ts'
import { courseRecordDefinition } from '../../records/course.ts'
import { lockCourse, makeCreatedCourseNode, makeRecordedCourseSql } from './course-writes.ts'

const copied = courseRecordDefinition.columns.map((column) =>
  column.field === 'name' ? '$4' : `t.${quoteColumnName(column)}`,
)

const copy = defineSqlStatement<CourseRow>(
  'course_copy',
  makeRecordedCourseSql(
    `INSERT INTO courses AS c (id, workspace_id, ${courseRecordDefinition.columns.map(quoteColumnName).join(', ')}, created_by, updated_by)
     SELECT $3, $1, ${copied.join(', ')}, $5::text, $5::text FROM courses t WHERE t.workspace_id = $1 AND t.id = $2`,
    6,
  ),
  { copiesRows: true },
)

/**
 * Copies a course with everything below it as a new draft without a key.
 * @throws ApiError `not_found`, or `conflict` if the course is too large
 */
export async function copyCourse(sql: TransactionalSqlRunner, writer: Writer, id: string): Promise<CourseRow> {
  const { workspaceId, callerId } = writer
  return sql.transaction(async (tx) => {
    const original = await lockCourse(tx, workspaceId, id)
    if (!original) throw makeNotFoundError('Course')
    const copyId = makeUuidV7()
    const change = makeChangeParameters(writer, [makeCreatedCourseNode(copyId)])
    const course = getFirstRow(
      await tx.rows(copy, [workspaceId, id, copyId, makeCopyName(original.name), callerId, ...change]),
    )
    // The modules, lessons and blocks keep their keys, because such a key is unique only within its course.
    const copyIds = new Map([[id.toLowerCase(), course.id]])
    const target = { writer, courseId: course.id, keepKeys: true, copyIds }
    const below = await copyDescendants(tx, 'module', target, new Map([[id.toLowerCase(), course.id]]))
    await pointCopiesToThemselves(tx, workspaceId, [{ level: 'course', id: copyId }, ...below], copyIds)
    await addNodesToChange(tx, writer, copyId, below)
    await assertStoredCourseRecordCount(tx, workspaceId, course.id)
    const [copied = course] = await readCoursesByIds(tx, workspaceId, [copyId])
    return copied
  })
}
