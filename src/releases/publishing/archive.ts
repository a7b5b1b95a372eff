import { makeChangeParameters, makeRecordChangeSql } from '../../courses/changes/record-change.ts'
import { getWriter, type Writer } from '../../courses/changes/writer.ts'
import { lockCourse } from '../../courses/course/writes/course-writes.ts'
import { courseRef } from '../../courses/outline/graphql/refs.ts'
import { archivingAssignmentsSql } from '../../courses/outline/levels.ts'
import { readCoursesByIds } from '../../courses/outline/reads/course-reads.ts'
import type { CourseRow } from '../../courses/outline/rows.ts'
import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { defineSqlStatement, getFirstRow, makeSqlWithoutRows, type SqlRunner } from '../../platform/db/statement.ts'
import { makeNotFoundError } from '../../platform/errors.ts'
import { unpublishLockedCourse } from './unpublish.ts'

const setStatus = defineSqlStatement<never>(
  'course_archive',
  makeSqlWithoutRows(
    `changed AS (
       UPDATE courses c SET status = $3, version = c.version + 1, ${archivingAssignmentsSql}, updated_at = now(), updated_by = $4
       WHERE c.workspace_id = $1 AND c.id = $2 RETURNING c.id, c.tree_version
     )`,
    `recorded AS (${makeRecordChangeSql({ firstParameter: 5, courseId: 'd.id', treeVersion: 'd.tree_version', from: 'changed d' })})`,
  ),
)

/**
 * Archives a course, or takes a course out of the archive with the status `draft`.
 * @throws ApiError `not_found`
 */
async function setArchived(tx: SqlRunner, writer: Writer, id: string, isArchived: boolean): Promise<CourseRow> {
  const { workspaceId, callerId } = writer
  const course = await lockCourse(tx, workspaceId, id)
  if (!course) throw makeNotFoundError('Course')
  if ((course.status === 'archived') === isArchived) return course
  // A course must not go live when it leaves the archive. So all its live and scheduled releases end now.
  if (isArchived) await unpublishLockedCourse(tx, writer, course, { increasesVersion: false })
  const change = makeChangeParameters(writer, [
    { level: 'course', id: course.id, change: 'changed', fields: ['status'] },
  ])
  await tx.rows(setStatus, [workspaceId, course.id, isArchived ? 'archived' : 'draft', callerId, ...change])
  return getFirstRow(await readCoursesByIds(tx, workspaceId, [course.id]))
}

const idText = 'Identifier of the course.'

builder.mutationField('archiveCourse', (t) =>
  t.field({
    ...operation({
      access: 'courses:publish',
      rest: { method: 'POST', path: '/courses/{courseId}/archive', tag: 'Releases', names: { id: 'courseId' } },
      idempotent: true,
    }),
    type: courseRef,
    description:
      'Archives a course. An archived course is unpublished, lists leave it out by default, and nothing in it can be changed. Its releases are kept.',
    args: { id: t.arg.id({ required: true, description: idText }) },
    resolve: (_root, { id }, context) =>
      context.db.sql.transaction((tx) => setArchived(tx, getWriter(context), id, true)),
  }),
)

builder.mutationField('unarchiveCourse', (t) =>
  t.field({
    ...operation({
      access: 'courses:publish',
      rest: { method: 'POST', path: '/courses/{courseId}/unarchive', tag: 'Releases', names: { id: 'courseId' } },
      idempotent: true,
    }),
    type: courseRef,
    description: 'Takes a course out of the archive. The course has the status draft until it is published again.',
    args: { id: t.arg.id({ required: true, description: idText }) },
    resolve: (_root, { id }, context) =>
      context.db.sql.transaction((tx) => setArchived(tx, getWriter(context), id, false)),
  }),
)
