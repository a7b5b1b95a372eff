import { builder } from '../../operations/builder.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { requireRecord } from '../../platform/errors.ts'
import { nodeEtagTypeOptions } from '../outline/graphql/etag-parts.ts'
import { declareNodeTimeAndActorFields } from '../outline/graphql/history-fields.ts'
import {
  blockRef,
  federationEntityDirectives,
  lessonRef,
  moduleRef,
  recordInterfaceRef,
} from '../outline/graphql/refs.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import { maxCourseRecords } from '../outline/rules/course-size.ts'
import { declareFieldsInOutputType } from '../records/graphql.ts'
import { makeKeyFieldOptions, nodeKeyDescription } from '../records/key.ts'
import { lessonRecordDefinition } from '../records/lesson.ts'

builder.objectType(lessonRef, {
  ...nodeEtagTypeOptions,
  directives: federationEntityDirectives,
  interfaces: [recordInterfaceRef],
  description: 'A lesson: an ordered list of content blocks within a module.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the lesson (UUID).' }),
    moduleId: t.exposeID('moduleId', { description: 'Identifier of the module that contains the lesson.' }),
    ...declareFieldsInOutputType(t, lessonRecordDefinition),
    key: t.exposeString('key', makeKeyFieldOptions(nodeKeyDescription)),
    order: t.exposeInt('order', {
      description: 'Position within the module, from 0. Positions can have gaps.',
    }),
    version: t.exposeInt('version', { description: 'Version of the lesson. Each change of its own fields adds one.' }),
    ...declareNodeTimeAndActorFields(t, 'lesson'),
    module: t.field({
      type: moduleRef,
      description: 'The module that contains the lesson.',
      resolve: async (lesson, _args, context) =>
        requireRecord('Module', await getDataLoaders(context).module.load(lesson.moduleId)),
    }),
    blocks: t.field({
      ...withJsonSchema({ maxItems: maxCourseRecords }),
      type: [blockRef],
      description: 'The content blocks of the lesson, in order.',
      resolve: (lesson, _args, context) => lesson.blocks ?? getDataLoaders(context).blocksOf.load(lesson.id),
    }),
  }),
})
