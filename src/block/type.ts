import { builder } from '../builder.ts'
import { loadersOf } from '../outline/loaders.ts'
import { asColumn, metadataRef, mustExist } from '../outline/records.ts'
import { blockRef, lessonRef } from '../outline/refs.ts'
import { blockTypeRef } from './enum.ts'
import { type BlockType, kinds } from './kinds.ts'
import { contentShape } from './shape.ts'

builder.objectType(blockRef, {
  description: 'A content block: one piece of a lesson.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the block (UUID).' }),
    lessonId: t.exposeID('lessonId', { description: 'Identifier of the lesson it stands in.' }),
    type: t.field({
      ...asColumn('type'),
      type: blockTypeRef,
      description: 'What kind of content it holds.',
      resolve: (block) => block.type as BlockType,
    }),
    content: t.expose('content', {
      ...contentShape,
      type: 'JSONObject',
      description: 'The content; its shape depends on the type: see `blockTypes`.',
    }),
    key: t.exposeString('key', { nullable: true, description: "The author's own name for it, unique in the course." }),
    order: t.exposeInt('order', { description: 'Position within the lesson, from 0; gaps are allowed.' }),
    version: t.exposeInt('version', { description: 'Grows by one with each change of the block.' }),
    metadata: t.field({
      type: metadataRef,
      description: 'When the block was made and last changed.',
      resolve: (block) => block,
    }),
    lesson: t.field({
      type: lessonRef,
      description: 'The lesson it stands in.',
      resolve: async (block, _args, context) =>
        mustExist('Lesson', await loadersOf(context).lesson.load(block.lessonId)),
    }),
  }),
})

export const kindRef = builder.objectRef<BlockType>('BlockTypeInfo').implement({
  description: 'A type of content block and the shape of its content.',
  fields: (t) => ({
    type: t.field({ type: blockTypeRef, description: 'The type.', resolve: (type) => type }),
    description: t.string({ description: 'What it is for.', resolve: (type) => kinds[type].description }),
    schema: t.field({
      type: 'JSONObject',
      description: 'JSON Schema (2020-12) that a written content must not contradict; other members are kept.',
      resolve: (type) => kinds[type].schema,
    }),
    example: t.field({
      type: 'JSONObject',
      description: 'A content of this type.',
      resolve: (type) => kinds[type].example,
    }),
  }),
})
