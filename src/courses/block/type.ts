import { builder } from '../../operations/builder.ts'
import { graphqlOnlyFieldOptions, makeExposedFieldOptions } from '../../operations/field-options.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import type { ContentWarning } from '../../operations/operation.ts'
import { requireRecord } from '../../platform/errors.ts'
import { nodeEtagTypeOptions } from '../outline/graphql/etag-parts.ts'
import { declareNodeTimeAndActorFields } from '../outline/graphql/history-fields.ts'
import { blockRef, federationEntityDirectives, lessonRef, recordInterfaceRef } from '../outline/graphql/refs.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import { makeKeyFieldOptions, nodeKeyDescription } from '../records/key.ts'
import { blockContentFieldOptions } from './content-schema.ts'
import { blockTypeRef } from './enum.ts'
import { toDocumentedShape } from './learner.ts'
import { findContentWarnings, readContentForStorage } from './read.ts'
import { blockContentRef, typedContentFieldOptions } from './typed-content.ts'
import { type BlockType, blockTypeDefinitionByName } from './types.ts'

const contentWarningRef = builder.objectRef<ContentWarning>('ContentWarning').implement({
  description: 'A part of the content of a block that the service does not read.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The path of the part, such as `content.questions.0.answer`.' }),
    message: t.exposeString('message', { description: 'What is wrong with the part.' }),
  }),
})

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
    normalizedContent: t.field({
      ...graphqlOnlyFieldOptions,
      type: 'JSONObject',
      description:
        'The content in the documented shape, whatever the spelling in which it was sent. Properties that the service does not read stay.',
      complexity: 10,
      resolve: ({ type, content }) => readContentForStorage(type as BlockType, JSON.parse(content) as JsonObject),
    }),
    typedContent: t.field({
      ...typedContentFieldOptions,
      type: blockContentRef,
      description: 'The content in the documented shape, as a type of its own for each type of block.',
      resolve: ({ type, content }) => ({
        type: type as BlockType,
        members: toDocumentedShape(type as BlockType, JSON.parse(content) as JsonObject),
      }),
    }),
    contentWarnings: t.field({
      ...graphqlOnlyFieldOptions,
      type: [contentWarningRef],
      description: 'The parts of the content that the service does not read, at most 100. Learners do not get them.',
      complexity: 10,
      resolve: ({ type, content }) => findContentWarnings(type as BlockType, JSON.parse(content) as JsonObject),
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
