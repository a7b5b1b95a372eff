import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { pagingSchema, parseInput } from '../../operations/validation.ts'
import { isUuid } from '../../platform/uuid.ts'
import { computePageComplexity, declarePageType, foundOrThrow, pageArgs } from '../outline/graphql/record-types.ts'
import { lessonRef } from '../outline/graphql/refs.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import { readChildPage } from '../outline/reads/reads.ts'

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
    resolve: async (_root, { id }, context) =>
      foundOrThrow('Lesson', isUuid(id) ? await getDataLoaders(context).lesson.load(id) : undefined),
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
    complexity: (args) => computePageComplexity(args.perPage),
    resolve: async (_root, { moduleId, ...args }, context) => {
      const page = parseInput(pagingSchema, args)
      const workspaceId = context.workspaceId()
      const found = isUuid(moduleId)
        ? await readChildPage(context.db.sql, 'lesson', workspaceId, moduleId, page)
        : undefined
      return { ...page, ...foundOrThrow('Module', found) }
    },
  }),
)
