import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { computePageListComplexity, declarePageType, pageArgs, readNumberedPage } from '../../operations/pages.ts'
import { makeNotFoundError, requireRecord } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { lessonRef } from '../outline/graphql/refs.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import { readPageOfChildren } from '../outline/reads/reads.ts'
import { getRequestedLevelsBelow } from '../tree/reads/lookahead.ts'
import { getLoadersOfNodesWithDescendants } from '../tree/reads/node-loaders.ts'
import { rereadNodesWithDescendants } from '../tree/reads/nodes-with-levels.ts'

builder.queryField('lesson', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: {
        method: 'GET',
        path: '/lessons/{lessonId}',
        tag: 'Lessons',
        names: { id: 'lessonId' },
        include: ['blocks'],
      },
    }),
    type: lessonRef,
    nullable: true,
    description: 'The lesson with this identifier.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the lesson.' }) },
    resolve: async (_root, { id }, context, info) => {
      if (!isUuid(id)) throw makeNotFoundError('Lesson')
      const { blocks } = getRequestedLevelsBelow(info, 'lesson')
      const loader = blocks
        ? getLoadersOfNodesWithDescendants(context).lessonWithBlocks
        : getDataLoaders(context).lesson
      return requireRecord('Lesson', await loader.load(id))
    },
  }),
)

const lessonPageRef = declarePageType('LessonPage', lessonRef, 'lessons of a module, in order')

builder.queryField('lessonPage', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/modules/{moduleId}/lessons', tag: 'Lessons', names: { perPage: 'per_page' } },
    }),
    type: lessonPageRef,
    description: 'One page of the lessons of a module, in order.',
    args: { moduleId: t.arg.id({ required: true, description: 'Identifier of the module.' }), ...pageArgs },
    complexity: (args) => computePageListComplexity(args.perPage),
    resolve: (_root, { moduleId, ...args }, context, info) =>
      readNumberedPage(args, async (slice) => {
        const workspaceId = context.workspaceId()
        const page = await readPageOfChildren(context.db.sql, 'lesson', workspaceId, moduleId, slice)
        const { items, total } = requireRecord('Module', page)
        const requested = getRequestedLevelsBelow(info, 'lesson', ['items'])
        return {
          items: await rereadNodesWithDescendants(context.db.sql, 'lesson', workspaceId, items, requested),
          total,
        }
      }),
  }),
)
