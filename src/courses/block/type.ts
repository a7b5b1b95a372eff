import { builder } from '../../operations/builder.ts'
import { makeExposedFieldOptions } from '../../operations/field-options.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { requireRecord } from '../../platform/errors.ts'
import { nodeEtagTypeOptions } from '../outline/graphql/etag-parts.ts'
import { declareNodeTimeAndActorFields } from '../outline/graphql/history-fields.ts'
import { blockRef, federationEntityDirectives, lessonRef, recordInterfaceRef } from '../outline/graphql/refs.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import { makeKeyFieldOptions, nodeKeyDescription } from '../records/key.ts'
import { blockContentFieldOptions } from './content-schema.ts'
import { blockTypeRef } from './enum.ts'
import { type BlockType, blockTypeDefinitionByName } from './types.ts'

builder.objectType(blockRef, {
  ...nodeEtagTypeOptions,
  directives: federationEntityDirectives,
  interfaces: [recordInterfaceRef],
  description: 'A content block: one piece of a lesson.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the block (UUID).' }),
    lessonId: t.exposeID('lessonId', { description: 'Identifier of the lesson that contains the block.' }),
    type: t.field({
      type: blockTypeRef,
      description: 'The type of the block.',
      ...makeExposedFieldOptions('type'),
      resolve: (block) => block.type as BlockType,
    }),
    content: t.expose('content', {
      ...blockContentFieldOptions,
      type: 'JSONObject',
      description: 'The content of the block. The query blockTypes returns the JSON Schema of each type.',
    }),
    key: t.exposeString('key', makeKeyFieldOptions(nodeKeyDescription)),
    order: t.exposeInt('order', {
      description: 'Position within the lesson, from 0. Positions can have gaps.',
    }),
    version: t.exposeInt('version', { description: 'Version of the block. Each change adds one.' }),
    ...declareNodeTimeAndActorFields(t, 'block'),
    lesson: t.field({
      type: lessonRef,
      description: 'The lesson that contains the block.',
      resolve: async (block, _args, context) =>
        requireRecord('Lesson', await getDataLoaders(context).lesson.load(block.lessonId)),
    }),
  }),
})

export const blockTypeInfoRef = builder.objectRef<BlockType>('BlockTypeInfo').implement({
  description: 'A type of content block, and the JSON Schema of its content.',
  fields: (t) => ({
    type: t.field({ type: blockTypeRef, description: 'The name of the block type.', resolve: (type) => type }),
    description: t.string({
      ...withJsonSchema({ maxLength: 500 }),
      description: 'What blocks of this type show.',
      resolve: (type) => blockTypeDefinitionByName[type].description,
    }),
    schema: t.field({
      type: 'JSONObject',
      description:
        'JSON Schema (2020-12) of the content. Properties that the schema does not name are allowed and stored.',
      resolve: (type) => blockTypeDefinitionByName[type].schema,
    }),
    example: t.field({
      type: 'JSONObject',
      description: 'An example of the content.',
      resolve: (type) => blockTypeDefinitionByName[type].example,
    }),
  }),
})
