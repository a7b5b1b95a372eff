import { builder } from '../builder.ts'
import { limitedBy, order } from '../checks.ts'
import { expose } from '../expose.ts'
import { idempotencyArgs, idempotent } from '../idempotent.ts'
import { duplicate } from '../outline/copy.ts'
import { move } from '../outline/move.ts'
import { lessonRef } from '../outline/refs.ts'
import { idList, reorder } from '../outline/reorder.ts'
import { contentTools } from '../outline/tools.ts'
import { expectedTreeVersionText, expectedVersionText } from '../outline/writes.ts'

builder.mutationField('reorderLessons', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'PUT', path: '/modules/{moduleId}/lessons/order', tag: 'Lessons' },
      tool: { ...contentTools.reorder, kind: 'lesson' },
    }),
    type: [lessonRef],
    description: 'Puts the lessons of a module in the given order: exactly the present ones, each once.',
    args: {
      ...idempotencyArgs,
      moduleId: t.arg.id({ required: true, description: 'Identifier of the module.' }),
      ids: t.arg.idList({
        ...limitedBy(idList),
        required: true,
        description: 'Identifiers of all its lessons, in order.',
      }),
      expectedVersion: t.arg.int({ description: expectedTreeVersionText }),
    },
    resolve: idempotent('reorderLessons', (_root, { moduleId, ids, expectedVersion }, context) =>
      reorder(context.db.sql, 'lesson', context.workspaceId(), moduleId, ids, expectedVersion),
    ),
  }),
)

builder.mutationField('moveLesson', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'POST', path: '/lessons/{lessonId}/move', tag: 'Lessons', names: { id: 'lessonId' } },
      tool: { ...contentTools.move, kind: 'lesson' },
    }),
    type: lessonRef,
    description: 'Moves a lesson with its blocks to a module of the workspace, at an order or after the last.',
    args: {
      ...idempotencyArgs,
      id: t.arg.id({ required: true, description: 'Identifier of the lesson.' }),
      moduleId: t.arg.id({ required: true, description: 'Identifier of the module to move to.' }),
      order: t.arg.int({
        ...limitedBy(order),
        description: 'Position there, from 0; one that is taken moves its holder up. Left out: after the last.',
      }),
      expectedVersion: t.arg.int({ description: expectedVersionText }),
    },
    resolve: idempotent('moveLesson', (_root, { id, moduleId, order, expectedVersion }, context) =>
      move(context.db.sql, 'lesson', context.workspaceId(), id, moduleId, { order, version: expectedVersion }),
    ),
  }),
)

builder.mutationField('duplicateLesson', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: {
        method: 'POST',
        path: '/lessons/{lessonId}/duplicate',
        status: 201,
        tag: 'Lessons',
        names: { id: 'lessonId' },
        location: '/lessons/{id}',
      },
      tool: { ...contentTools.duplicate, kind: 'lesson' },
    }),
    type: lessonRef,
    description: 'Copies a lesson with its blocks to the place after it, with " (copy)" behind its name.',
    args: { ...idempotencyArgs, id: t.arg.id({ required: true, description: 'Identifier of the lesson.' }) },
    resolve: idempotent('duplicateLesson', (_root, { id }, context) =>
      duplicate(context.db.sql, 'lesson', context.workspaceId(), id),
    ),
  }),
)
