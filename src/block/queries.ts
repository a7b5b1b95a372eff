import { builder } from '../builder.ts'
import { check, isId, paging } from '../checks.ts'
import { expose } from '../expose.ts'
import { loadersOf } from '../outline/loaders.ts'
import { readChildPage } from '../outline/reads.ts'
import { mustExist, pageArgs, pageCost, pageRef } from '../outline/records.ts'
import { blockRef } from '../outline/refs.ts'
import { blockTypes } from './kinds.ts'
import { kindRef } from './type.ts'

builder.queryField('block', (t) =>
  t.field({
    ...expose({
      access: 'courses:read',
      rest: { method: 'GET', path: '/blocks/{blockId}', tag: 'Blocks', names: { id: 'blockId' } },
    }),
    type: blockRef,
    nullable: true,
    description: 'A block by its identifier.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the block.' }) },
    resolve: async (_root, { id }, context) =>
      mustExist('Block', isId(id) ? await loadersOf(context).block.load(id) : undefined),
  }),
)

const blockPageRef = pageRef('BlockPage', blockRef, 'blocks of a lesson, in order')

builder.queryField('blockPage', (t) =>
  t.field({
    ...expose({
      access: 'courses:read',
      rest: { method: 'GET', path: '/lessons/{lessonId}/blocks', tag: 'Blocks', names: { perPage: 'per_page' } },
    }),
    type: blockPageRef,
    description: 'The blocks of a lesson, in order, by page.',
    args: { lessonId: t.arg.id({ required: true, description: 'Identifier of the lesson.' }), ...pageArgs },
    complexity: (args) => pageCost(args.perPage),
    resolve: async (_root, { lessonId, ...args }, context) => {
      const page = check(paging, args)
      const workspaceId = context.workspaceId()
      const found = isId(lessonId)
        ? await readChildPage(context.db.sql, 'block', workspaceId, lessonId, page)
        : undefined
      return { ...page, ...mustExist('Lesson', found) }
    },
  }),
)

builder.queryField('blockTypes', (t) =>
  t.field({
    ...expose({
      access: 'courses:read',
      rest: { method: 'GET', path: '/block-types', tag: 'Blocks' },
      tool: { name: 'list_block_types', title: 'List block types', readOnly: true },
    }),
    type: [kindRef],
    description: 'The types of content block with the JSON Schema of their content and an example.',
    resolve: () => blockTypes,
  }),
)
