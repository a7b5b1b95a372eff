import { builder } from '../builder.ts'
import { loadersOf } from '../outline/loaders.ts'
import { metadataRef, mustExist } from '../outline/records.ts'
import { blockRef, lessonRef, moduleRef } from '../outline/refs.ts'

builder.objectType(lessonRef, {
  description: 'A lesson: an ordered list of content blocks within a module.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the lesson (UUID).' }),
    moduleId: t.exposeID('moduleId', { description: 'Identifier of the module it stands in.' }),
    name: t.exposeString('name', { description: 'Name, 1 to 200 characters.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the lesson is about.' }),
    key: t.exposeString('key', { nullable: true, description: "The author's own name for it, unique in the course." }),
    order: t.exposeInt('order', { description: 'Position within the module, from 0; gaps are allowed.' }),
    version: t.exposeInt('version', { description: 'Grows by one with each change of the lesson itself.' }),
    metadata: t.field({
      type: metadataRef,
      description: 'When the lesson was made and last changed.',
      resolve: (lesson) => lesson,
    }),
    module: t.field({
      type: moduleRef,
      description: 'The module it stands in.',
      resolve: async (lesson, _args, context) =>
        mustExist('Module', await loadersOf(context).module.load(lesson.moduleId)),
    }),
    blocks: t.field({
      type: [blockRef],
      description: 'The content blocks, in order.',
      resolve: (lesson, _args, context) => lesson.blocks ?? loadersOf(context).blocksOf.load(lesson.id),
    }),
  }),
})
