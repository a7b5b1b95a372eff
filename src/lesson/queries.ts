import { builder } from '../builder.ts'
import { check, isId, paging } from '../checks.ts'
import { expose } from '../expose.ts'
import { loadersOf } from '../outline/loaders.ts'
import { readChildPage } from '../outline/reads.ts'
import { mustExist, pageArgs, pageCost, pageRef } from '../outline/records.ts'
import { lessonRef } from '../outline/refs.ts'

builder.queryField('lesson', (t) =>
  t.field({
    ...expose({
      access: 'courses:read',
      rest: { method: 'GET', path: '/lessons/{lessonId}', tag: 'Lessons', names: { id: 'lessonId' } },
    }),
    type: lessonRef,
    nullable: true,
    description: 'A lesson by its identifier.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the lesson.' }) },
    resolve: async (_root, { id }, context) =>
      mustExist('Lesson', isId(id) ? await loadersOf(context).lesson.load(id) : undefined),
  }),
)

const lessonPageRef = pageRef('LessonPage', lessonRef, 'lessons of a module, in order')

builder.queryField('lessonPage', (t) =>
  t.field({
    ...expose({
      access: 'courses:read',
      rest: { method: 'GET', path: '/modules/{moduleId}/lessons', tag: 'Lessons', names: { perPage: 'per_page' } },
    }),
    type: lessonPageRef,
    description: 'The lessons of a module, in order, by page.',
    args: { moduleId: t.arg.id({ required: true, description: 'Identifier of the module.' }), ...pageArgs },
    complexity: (args) => pageCost(args.perPage),
    resolve: async (_root, { moduleId, ...args }, context) => {
      const page = check(paging, args)
      const workspaceId = context.workspaceId()
      const found = isId(moduleId)
        ? await readChildPage(context.db.sql, 'lesson', workspaceId, moduleId, page)
        : undefined
      return { ...page, ...mustExist('Module', found) }
    },
  }),
)
