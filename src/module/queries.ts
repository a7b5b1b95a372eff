import { builder } from '../builder.ts'
import { check, isId, paging } from '../checks.ts'
import { expose } from '../expose.ts'
import { loadersOf } from '../outline/loaders.ts'
import { readChildPage } from '../outline/reads.ts'
import { mustExist, pageArgs, pageCost, pageRef } from '../outline/records.ts'
import { moduleRef } from '../outline/refs.ts'

builder.queryField('module', (t) =>
  t.field({
    ...expose({
      access: 'courses:read',
      rest: { method: 'GET', path: '/modules/{moduleId}', tag: 'Modules', names: { id: 'moduleId' } },
    }),
    type: moduleRef,
    nullable: true,
    description: 'A module by its identifier.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the module.' }) },
    resolve: async (_root, { id }, context) =>
      mustExist('Module', isId(id) ? await loadersOf(context).module.load(id) : undefined),
  }),
)

const modulePageRef = pageRef('ModulePage', moduleRef, 'modules of a course, in order')

builder.queryField('modulePage', (t) =>
  t.field({
    ...expose({
      access: 'courses:read',
      rest: { method: 'GET', path: '/courses/{courseId}/modules', tag: 'Modules', names: { perPage: 'per_page' } },
    }),
    type: modulePageRef,
    description: 'The modules of a course, in order, by page.',
    args: { courseId: t.arg.id({ required: true, description: 'Identifier of the course.' }), ...pageArgs },
    complexity: (args) => pageCost(args.perPage),
    resolve: async (_root, { courseId, ...args }, context) => {
      const page = check(paging, args)
      const workspaceId = context.workspaceId()
      const found = isId(courseId)
        ? await readChildPage(context.db.sql, 'module', workspaceId, courseId, page)
        : undefined
      return { ...page, ...mustExist('Course', found) }
    },
  }),
)
