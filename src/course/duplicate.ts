import { builder } from '../builder.ts'
import { expose } from '../expose.ts'
import { idempotencyArgs, idempotent } from '../idempotent.ts'
import { courseRef } from '../outline/refs.ts'
import { contentTools } from '../outline/tools.ts'
import { copyCourse } from './writes.ts'

builder.mutationField('duplicateCourse', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: {
        method: 'POST',
        path: '/courses/{courseId}/duplicate',
        status: 201,
        tag: 'Courses',
        names: { id: 'courseId' },
        location: '/courses/{id}',
      },
      tool: { ...contentTools.duplicate, kind: 'course' },
    }),
    type: courseRef,
    description: 'Copies a course with everything below it, as a draft, with " (copy)" behind its name.',
    args: { ...idempotencyArgs, id: t.arg.id({ required: true, description: 'Identifier of the course.' }) },
    resolve: idempotent('duplicateCourse', (_root, { id }, context) =>
      copyCourse(context.db.sql, context.workspaceId(), id),
    ),
  }),
)
