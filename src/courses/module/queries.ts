import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { pagingSchema, parseInput } from '../../operations/validation.ts'
import { isUuid } from '../../platform/uuid.ts'
import { computePageComplexity, declarePageType, foundOrThrow, pageArgs } from '../outline/graphql/record-types.ts'
import { moduleRef } from '../outline/graphql/refs.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import { readChildPage } from '../outline/reads/reads.ts'

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
    resolve: async (_root, { id }, context) =>
      foundOrThrow('Module', isUuid(id) ? await getDataLoaders(context).module.load(id) : undefined),
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
    complexity: (args) => computePageComplexity(args.perPage),
    resolve: async (_root, { courseId, ...args }, context) => {
      const page = parseInput(pagingSchema, args)
      const workspaceId = context.workspaceId()
      const found = isUuid(courseId)
        ? await readChildPage(context.db.sql, 'module', workspaceId, courseId, page)
        : undefined
      return { ...page, ...foundOrThrow('Course', found) }
    },
  }),
)
