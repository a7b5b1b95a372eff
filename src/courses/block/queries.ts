import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { computePageListComplexity, declarePageType, pageArgs, readNumberedPage } from '../../operations/pages.ts'
import { requireRecord } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { blockRef } from '../outline/graphql/refs.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import { readPageOfChildren } from '../outline/reads/reads.ts'
import { blockTypeInfoRef } from './type.ts'
import { blockTypeNames } from './types.ts'

builder.queryField('block', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/blocks/{blockId}', tag: 'Blocks', names: { id: 'blockId' } },
    }),
    type: blockRef,
    nullable: true,
    description: 'The block with this identifier.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the block.' }) },
    resolve: async (_root, { id }, context) =>
      requireRecord('Block', isUuid(id) ? await getDataLoaders(context).block.load(id) : undefined),
  }),
)

const blockPageRef = declarePageType('BlockPage', blockRef, 'blocks of a lesson, in order')

builder.queryField('blockPage', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/lessons/{lessonId}/blocks', tag: 'Blocks', names: { perPage: 'per_page' } },
    }),
    type: blockPageRef,
    description: 'One page of the blocks of a lesson, in order.',
    args: { lessonId: t.arg.id({ required: true, description: 'Identifier of the lesson.' }), ...pageArgs },
    complexity: (args) => computePageListComplexity(args.perPage),
    resolve: (_root, { lessonId, ...args }, context) =>
      readNumberedPage(args, async (slice) => {
        const page = await readPageOfChildren(context.db.sql, 'block', context.workspaceId(), lessonId, slice)
        return requireRecord('Lesson', page)
      }),
  }),
)

builder.queryField('blockTypes', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/block-types', tag: 'Blocks' },
      tool: { name: 'list_block_types', toolset: 'read', title: 'List block types', readOnly: true },
      maxItems: blockTypeNames.length,
    }),
    type: [blockTypeInfoRef],
    description: 'The types of content block. Each type has the JSON Schema of its content, and an example.',
    resolve: () => blockTypeNames,
  }),
)
