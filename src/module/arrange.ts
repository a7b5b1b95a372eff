import { builder } from '../builder.ts'
import { limitedBy, order } from '../checks.ts'
import { expose } from '../expose.ts'
import { idempotencyArgs, idempotent } from '../idempotent.ts'
import { duplicate } from '../outline/copy.ts'
import { move } from '../outline/move.ts'
import { moduleRef } from '../outline/refs.ts'
import { idList, reorder } from '../outline/reorder.ts'
import { contentTools } from '../outline/tools.ts'
import { expectedTreeVersionText, expectedVersionText } from '../outline/writes.ts'

builder.mutationField('reorderModules', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'PUT', path: '/courses/{courseId}/modules/order', tag: 'Modules' },
      tool: { ...contentTools.reorder, kind: 'module' },
    }),
    type: [moduleRef],
    description: 'Puts the modules of a course in the given order: exactly the present ones, each once.',
    args: {
      ...idempotencyArgs,
      courseId: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      ids: t.arg.idList({
        ...limitedBy(idList),
        required: true,
        description: 'Identifiers of all its modules, in order.',
      }),
      expectedVersion: t.arg.int({ description: expectedTreeVersionText }),
    },
    resolve: idempotent('reorderModules', (_root, { courseId, ids, expectedVersion }, context) =>
      reorder(context.db.sql, 'module', context.workspaceId(), courseId, ids, expectedVersion),
    ),
  }),
)

builder.mutationField('moveModule', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'POST', path: '/modules/{moduleId}/move', tag: 'Modules', names: { id: 'moduleId' } },
      tool: { ...contentTools.move, kind: 'module' },
    }),
    type: moduleRef,
    description: 'Moves a module with all below it to a course of the workspace, at an order or after the last.',
    args: {
      ...idempotencyArgs,
      id: t.arg.id({ required: true, description: 'Identifier of the module.' }),
      courseId: t.arg.id({ required: true, description: 'Identifier of the course to move to.' }),
      order: t.arg.int({
        ...limitedBy(order),
        description: 'Position there, from 0; one that is taken moves its holder up. Left out: after the last.',
      }),
      expectedVersion: t.arg.int({ description: expectedVersionText }),
    },
    resolve: idempotent('moveModule', (_root, { id, courseId, order, expectedVersion }, context) =>
      move(context.db.sql, 'module', context.workspaceId(), id, courseId, { order, version: expectedVersion }),
    ),
  }),
)

builder.mutationField('duplicateModule', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: {
        method: 'POST',
        path: '/modules/{moduleId}/duplicate',
        status: 201,
        tag: 'Modules',
        names: { id: 'moduleId' },
        location: '/modules/{id}',
      },
      tool: { ...contentTools.duplicate, kind: 'module' },
    }),
    type: moduleRef,
    description: 'Copies a module with all below it to the place after it, with " (copy)" behind its name.',
    args: { ...idempotencyArgs, id: t.arg.id({ required: true, description: 'Identifier of the module.' }) },
    resolve: idempotent('duplicateModule', (_root, { id }, context) =>
      duplicate(context.db.sql, 'module', context.workspaceId(), id),
    ),
  }),
)
