import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { getWriter } from '../changes/writer.ts'
import { mcpContentTools, writtenCourseSelection } from '../outline/graphql/content-tools.ts'
import { courseRef } from '../outline/graphql/refs.ts'
import { copyCourse } from './writes/copy-course.ts'

builder.mutationField('duplicateCourse', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: {
        method: 'POST',
        path: '/courses/{courseId}/duplicate',
        status: 201,
        tag: 'Courses',
        names: { id: 'courseId' },
        location: '/courses/{id}',
      },
      tool: { ...mcpContentTools.duplicate, kind: 'course', selection: writtenCourseSelection },
      idempotent: true,
    }),
    type: courseRef,
    description:
      'Copies a course with its modules, lessons and blocks. The copy is a draft whose name ends in " (copy)".',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the course.' }) },
    resolve: (_root, { id }, context) => copyCourse(context.db.sql, getWriter(context), id),
  }),
)
