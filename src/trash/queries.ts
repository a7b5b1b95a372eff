import { builder } from '../operations/builder.ts'
import { operation } from '../operations/operation.ts'
import { computePageListComplexity, pageArgs, readNumberedPage } from '../operations/pages.ts'
import { readTrashPage } from './entries.ts'
import { trashLevelRef, trashPageRef } from './type.ts'

builder.queryField('trashPage', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/trash', tag: 'Trash', names: { perPage: 'per_page' }, operationId: 'listTrash' },
      tool: {
        name: 'list_trash',
        toolset: 'history',
        title: 'List what was deleted',
        description: 'Lists what was deleted in the last 30 days, the latest first.',
        readOnly: true,
        selection:
          '{ items { id level nodeId name blockType courseId deletedAt expiresAt } pageInfo { page total totalPages } }',
      },
    }),
    type: trashPageRef,
    description: 'One page of what was deleted in the last 30 days, the latest first.',
    args: {
      courseId: t.arg.id({
        description: 'Lists only entries of this course: the deleted course itself, and what was deleted from it.',
      }),
      level: t.arg({
        type: trashLevelRef,
        description: 'Lists only entries of this kind: courses, modules, lessons or blocks.',
      }),
      ...pageArgs,
    },
    complexity: ({ perPage }) => computePageListComplexity(perPage),
    resolve: (_root, { courseId, level, ...args }, context) =>
      readNumberedPage(args, (slice) =>
        readTrashPage(context.db.sql, context.workspaceId(), { courseId, level }, slice),
      ),
  }),
)
