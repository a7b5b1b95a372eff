import { builder } from '../builder.ts'
import { loadersOf } from '../outline/loaders.ts'
import { asColumn, metadataRef } from '../outline/records.ts'
import { courseRef, moduleRef } from '../outline/refs.ts'
import { courseStatusRef, difficultyRef } from './enums.ts'

builder.objectType(courseRef, {
  description: 'A course: an ordered list of modules with lessons made of content blocks.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the course (UUID).' }),
    name: t.exposeString('name', { description: 'Name, 1 to 200 characters.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the course is about.' }),
    language: t.exposeString('language', {
      nullable: true,
      description: 'Language, a BCP 47 tag such as en or pt-BR.',
    }),
    difficulty: t.field({
      ...asColumn('difficulty'),
      type: difficultyRef,
      nullable: true,
      description: 'How hard the course is.',
      resolve: (course) => course.difficulty as typeof difficultyRef.$inferType | null,
    }),
    status: t.field({
      ...asColumn('status'),
      type: courseStatusRef,
      description: 'Whether learners may see the course.',
      resolve: (course) => course.status as typeof courseStatusRef.$inferType,
    }),
    version: t.exposeInt('version', { description: 'Grows by one with each change of the course itself.' }),
    treeVersion: t.exposeInt('treeVersion', {
      description: 'Grows with each change of the course or of anything below it; guards the calls on whole trees.',
    }),
    metadata: t.field({
      type: metadataRef,
      description: 'When the course was made and last changed.',
      resolve: (course) => course,
    }),
    modules: t.field({
      type: [moduleRef],
      description: 'The modules, in order.',
      resolve: (course, _args, context) => course.modules ?? loadersOf(context).modulesOf.load(course.id),
    }),
    lessonCount: t.int({
      description: 'How many lessons the course has.',
      extensions: { graphqlOnly: true },
      resolve: (course, _args, context) =>
        course.lessonCount ?? loadersOf(context).counts.load({ of: 'lessonsOfCourse', id: course.id }),
    }),
    blockCount: t.int({
      description: 'How many content blocks the course has.',
      extensions: { graphqlOnly: true },
      resolve: (course, _args, context) =>
        course.blockCount ?? loadersOf(context).counts.load({ of: 'blocksOfCourse', id: course.id }),
    }),
  }),
})
