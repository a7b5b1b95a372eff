import { builder } from '../builder.ts'
import { loadersOf } from '../outline/loaders.ts'
import { metadataRef, mustExist } from '../outline/records.ts'
import { courseRef, lessonRef, moduleRef } from '../outline/refs.ts'

builder.objectType(moduleRef, {
  description: 'A module: an ordered list of lessons within a course.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the module (UUID).' }),
    courseId: t.exposeID('courseId', { description: 'Identifier of the course it stands in.' }),
    name: t.exposeString('name', { description: 'Name, 1 to 200 characters.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the module is about.' }),
    key: t.exposeString('key', { nullable: true, description: "The author's own name for it, unique in the course." }),
    order: t.exposeInt('order', { description: 'Position within the course, from 0; gaps are allowed.' }),
    version: t.exposeInt('version', { description: 'Grows by one with each change of the module itself.' }),
    metadata: t.field({
      type: metadataRef,
      description: 'When the module was made and last changed.',
      resolve: (module) => module,
    }),
    course: t.field({
      type: courseRef,
      description: 'The course it stands in.',
      resolve: async (module, _args, context) =>
        mustExist('Course', await loadersOf(context).course.load(module.courseId)),
    }),
    lessons: t.field({
      type: [lessonRef],
      description: 'The lessons, in order.',
      resolve: (module, _args, context) => module.lessons ?? loadersOf(context).lessonsOf.load(module.id),
    }),
    lessonCount: t.int({
      description: 'How many lessons the module has.',
      extensions: { graphqlOnly: true },
      resolve: (module, _args, context) =>
        module.lessonCount ?? loadersOf(context).counts.load({ of: 'lessonsOfModule', id: module.id }),
    }),
  }),
})
