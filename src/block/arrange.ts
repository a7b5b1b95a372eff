import { builder } from '../builder.ts'
import { limitedBy, order } from '../checks.ts'
import { expose } from '../expose.ts'
import { idempotencyArgs, idempotent } from '../idempotent.ts'
import { duplicate } from '../outline/copy.ts'
import { move } from '../outline/move.ts'
import { blockRef } from '../outline/refs.ts'
import { idList, reorder } from '../outline/reorder.ts'
import { contentTools } from '../outline/tools.ts'
import { expectedTreeVersionText, expectedVersionText } from '../outline/writes.ts'

builder.mutationField('reorderBlocks', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'PUT', path: '/lessons/{lessonId}/blocks/order', tag: 'Blocks' },
      tool: { ...contentTools.reorder, kind: 'block' },
    }),
    type: [blockRef],
    description: 'Puts the blocks of a lesson in the given order: exactly the present ones, each once.',
    args: {
      ...idempotencyArgs,
      lessonId: t.arg.id({ required: true, description: 'Identifier of the lesson.' }),
      ids: t.arg.idList({
        ...limitedBy(idList),
        required: true,
        description: 'Identifiers of all its blocks, in order.',
      }),
      expectedVersion: t.arg.int({ description: expectedTreeVersionText }),
    },
    resolve: idempotent('reorderBlocks', (_root, { lessonId, ids, expectedVersion }, context) =>
      reorder(context.db.sql, 'block', context.workspaceId(), lessonId, ids, expectedVersion),
    ),
  }),
)

builder.mutationField('moveBlock', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'POST', path: '/blocks/{blockId}/move', tag: 'Blocks', names: { id: 'blockId' } },
      tool: { ...contentTools.move, kind: 'block' },
    }),
    type: blockRef,
    description: 'Moves a block to a lesson of the workspace, at an order or after the last.',
    args: {
      ...idempotencyArgs,
      id: t.arg.id({ required: true, description: 'Identifier of the block.' }),
      lessonId: t.arg.id({ required: true, description: 'Identifier of the lesson to move to.' }),
      order: t.arg.int({
        ...limitedBy(order),
        description: 'Position there, from 0; one that is taken moves its holder up. Left out: after the last.',
      }),
      expectedVersion: t.arg.int({ description: expectedVersionText }),
    },
    resolve: idempotent('moveBlock', (_root, { id, lessonId, order, expectedVersion }, context) =>
      move(context.db.sql, 'block', context.workspaceId(), id, lessonId, { order, version: expectedVersion }),
    ),
  }),
)

builder.mutationField('duplicateBlock', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: {
        method: 'POST',
        path: '/blocks/{blockId}/duplicate',
        status: 201,
        tag: 'Blocks',
        names: { id: 'blockId' },
        location: '/blocks/{id}',
      },
      tool: { ...contentTools.duplicate, kind: 'block' },
    }),
    type: blockRef,
    description: 'Copies a block to the place after it.',
    args: { ...idempotencyArgs, id: t.arg.id({ required: true, description: 'Identifier of the block.' }) },
    resolve: idempotent('duplicateBlock', (_root, { id }, context) =>
      duplicate(context.db.sql, 'block', context.workspaceId(), id),
    ),
  }),
)
