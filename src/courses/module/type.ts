import { builder } from '../../operations/builder.ts'
import { graphqlOnlyFieldOptions } from '../../operations/field-options.ts'
import { requireRecord } from '../../platform/errors.ts'
import { nodeEtagTypeOptions } from '../outline/graphql/etag-parts.ts'
import { declareNodeTimeAndActorFields } from '../outline/graphql/history-fields.ts'
import {
  courseRef,
  federationEntityDirectives,
  lessonRef,
  moduleRef,
  recordInterfaceRef,
} from '../outline/graphql/refs.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import { declareFieldsInOutputType } from '../records/graphql.ts'
import { makeKeyFieldOptions, nodeKeyDescription } from '../records/key.ts'
import { moduleRecordDefinition } from '../records/module.ts'

builder.objectType(moduleRef, {
  ...nodeEtagTypeOptions,
  directives: federationEntityDirectives,
  interfaces: [recordInterfaceRef],
  description: 'A module: an ordered list of lessons within a course.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the module (UUID).' }),
    courseId: t.exposeID('courseId', { description: 'Identifier of the course that contains the module.' }),
    ...declareFieldsInOutputType(t, moduleRecordDefinition),
    key: t.exposeString('key', makeKeyFieldOptions(nodeKeyDescription)),
    order: t.exposeInt('order', {
      description: 'Position within the course, from 0. Positions can have gaps.',
    }),
    version: t.exposeInt('version', { description: 'Version of the module. Each change of its own fields adds one.' }),
    ...declareNodeTimeAndActorFields(t, 'module'),
    course: t.field({
      type: courseRef,
      description: 'The course that contains the module.',
      resolve: async (module, _args, context) =>
        requireRecord('Course', await getDataLoaders(context).course.load(module.courseId)),
    }),
    lessons: t.field({
      type: [lessonRef],
      description: 'The lessons of the module, in order.',
      resolve: (module, _args, context) => module.lessons ?? getDataLoaders(context).lessonsOf.load(module.id),
    }),
    lessonCount: t.int({
      description: 'Number of lessons in the module.',
      ...graphqlOnlyFieldOptions,
      resolve: (module, _args, context) =>
        module.lessonCount ?? getDataLoaders(context).lessonCountOfModule.load(module.id),
    }),
  }),
})
