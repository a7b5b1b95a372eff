import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { computePageListComplexity, declarePageType, pageArgs, readNumberedPage } from '../../operations/pages.ts'
import { makeNotFoundError, requireRecord } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { moduleRef } from '../outline/graphql/refs.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import { readPageOfChildren } from '../outline/reads/reads.ts'
import { getRequestedLevelsBelow } from '../tree/reads/lookahead.ts'
import { getLoadersOfNodesWithDescendants } from '../tree/reads/node-loaders.ts'
import { rereadNodesWithDescendants } from '../tree/reads/nodes-with-levels.ts'

builder.queryField('module', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/modules/{moduleId}', tag: 'Modules', names: { id: 'moduleId' } },
    }),
    type: moduleRef,
    nullable: true,
    description: 'The module with this identifier.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the module.' }) },
    resolve: async (_root, { id }, context, info) => {
      if (!isUuid(id)) throw makeNotFoundError('Module')
      const { lessons, blocks } = getRequestedLevelsBelow(info, 'module')
      const { moduleWithLessons, moduleWithBlocks } = getLoadersOfNodesWithDescendants(context)
      const loader = blocks ? moduleWithBlocks : lessons ? moduleWithLessons : getDataLoaders(context).module
      return requireRecord('Module', await loader.load(id))
    },
  }),
)

const modulePageRef = declarePageType('ModulePage', moduleRef, 'modules of a course, in order')

builder.queryField('modulePage', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/courses/{courseId}/modules', tag: 'Modules', names: { perPage: 'per_page' } },
    }),
    type: modulePageRef,
    description: 'One page of the modules of a course, in order.',
    args: { courseId: t.arg.id({ required: true, description: 'Identifier of the course.' }), ...pageArgs },
    complexity: (args) => computePageListComplexity(args.perPage),
    resolve: (_root, { courseId, ...args }, context, info) =>
      readNumberedPage(args, async (slice) => {
        const workspaceId = context.workspaceId()
        const page = await readPageOfChildren(context.db.sql, 'module', workspaceId, courseId, slice)
        const { items, total } = requireRecord('Course', page)
        const requested = getRequestedLevelsBelow(info, 'module', ['items'])
        return {
          items: await rereadNodesWithDescendants(context.db.sql, 'module', workspaceId, items, requested),
          total,
        }
      }),
  }),
)
