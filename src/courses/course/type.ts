import { builder } from '../../operations/builder.ts'
import { exposedFieldOptions, graphqlOnlyFieldOptions } from '../../operations/operation.ts'
import { courseStatusRef } from '../outline/course-enums.ts'
import { getDataLoaders } from '../outline/loaders.ts'
import { courseMetadataRef } from '../outline/record-types.ts'
import { courseRef, moduleRef, nodeRef } from '../outline/refs.ts'
import { courseRecordDefinition } from '../records/course.ts'
import { declareOutputFields } from '../records/graphql.ts'

builder.objectType(courseRef, {
  interfaces: [nodeRef],
  description: 'A course: an ordered list of modules. Modules contain lessons, and lessons contain content blocks.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the course (UUID).' }),
    ...declareOutputFields(t, courseRecordDefinition),
    status: t.field({
      type: courseStatusRef,
      description: 'Whether learners can see the course.',
      ...exposedFieldOptions('status'),
      resolve: (course) => course.status as typeof courseStatusRef.$inferType,
    }),
    version: t.exposeInt('version', { description: 'Version of the course. Each change of its own fields adds one.' }),
    treeVersion: t.exposeInt('treeVersion', {
      description:
        'Version of the course with its modules, lessons and blocks. The version grows with each change. putCourseTree compares it with expectedVersion.',
    }),
    metadata: t.field({
      type: courseMetadataRef,
      description: 'When the course was created, when the course last changed, and when its content last changed.',
      resolve: (course) => course,
    }),
    modules: t.field({
      type: [moduleRef],
      description: 'The modules of the course, in order.',
      resolve: (course, _args, context) => course.modules ?? getDataLoaders(context).modulesOf.load(course.id),
    }),
    lessonCount: t.int({
      description: 'Number of lessons in the course.',
      ...graphqlOnlyFieldOptions,
      resolve: (course, _args, context) =>
        course.lessonCount ?? getDataLoaders(context).counts.load({ of: 'lessonsOfCourse', id: course.id }),
    }),
    blockCount: t.int({
      description: 'Number of content blocks in the course.',
      ...graphqlOnlyFieldOptions,
      resolve: (course, _args, context) =>
        course.blockCount ?? getDataLoaders(context).counts.load({ of: 'blocksOfCourse', id: course.id }),
    }),
  }),
})
