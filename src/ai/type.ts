import { blockContentFieldOptions } from '../courses/block/content-schema.ts'
import { blockTypeRef } from '../courses/block/enum.ts'
import { declareRecordField } from '../courses/outline/graphql/affected-record-fields.ts'
import { courseRecordDefinition } from '../courses/records/course.ts'
import { lessonRecordDefinition } from '../courses/records/lesson.ts'
import { moduleRecordDefinition } from '../courses/records/module.ts'
import type { RecordDefinition } from '../courses/records/record.ts'
import { builder } from '../operations/builder.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { maxModelNameChars } from '../platform/environment-rules.ts'
import type { TokenCounts } from '../platform/language-model.ts'
import type { GeneratedBlock } from './block.ts'
import { listGeneratedFieldNames } from './generated-fields.ts'
import { maxGeneratedLessonBlocks } from './generation-request.ts'
import { generationTypeRef } from './input.ts'
import { maxEntriesPerOutlineList } from './output-schema.ts'
import type { GenerationEvent, GenerationResult } from './run-generation.ts'

const fieldsOf = (record: RecordDefinition) => listGeneratedFieldNames(record).join(', ')

export const tokensRef = builder.objectRef<TokenCounts>('TokenUsage').implement({
  description: 'The number of tokens that a generation used.',
  fields: (t) => ({
    inputTokens: t.exposeInt('inputTokens', { description: 'Number of input tokens.' }),
    outputTokens: t.exposeInt('outputTokens', { description: 'Number of output tokens.' }),
  }),
})

const blockRef = builder.objectRef<GeneratedBlock>('GeneratedBlock').implement({
  description: 'A generated content block. Its content matches the JSON Schema of its type.',
  fields: (t) => ({
    type: t.expose('type', { type: blockTypeRef, description: 'The type of the block.' }),
    content: t.expose('content', {
      type: 'JSONObject',
      description: 'The content of the block.',
      ...blockContentFieldOptions,
    }),
    order: t.exposeInt('order', { description: 'Position among the generated blocks, from 0.' }),
  }),
})

export const generationRef = builder.objectRef<GenerationResult>('Generation').implement({
  description: 'A finished generation.',
  fields: (t) => ({
    generationId: t.exposeID('generationId', { description: 'Identifier of the generation.' }),
    type: t.expose('type', { type: generationTypeRef, description: 'The type of content that was generated.' }),
    content: t.expose('content', {
      type: 'JSONObject',
      description: `The generated content. A lesson is { ${fieldsOf(lessonRecordDefinition)}, blocks: [{ type, content, order }] }. A quiz or block is { blocks }. An outline is { ${fieldsOf(courseRecordDefinition)}, modules: [{ ${fieldsOf(moduleRecordDefinition)}, lessons: [{ ${fieldsOf(lessonRecordDefinition)} }] }] }.`,
    }),
    model: t.exposeString('model', {
      ...withJsonSchema({ maxLength: maxModelNameChars }),
      description: 'The name of the language model. The value is offline if no model is configured.',
    }),
    usage: t.expose('usage', { type: tokensRef, description: 'The number of tokens that the generation used.' }),
    created: t.exposeIDList('created', {
      ...withJsonSchema({ maxItems: Math.max(maxGeneratedLessonBlocks, maxEntriesPerOutlineList) }),
      description: 'Identifiers of the modules, the lesson or the blocks that the request has added to its target.',
    }),
    ...declareRecordField(
      t,
      'target',
      'The course, module or lesson to which the request has added the content. Null in mode preview.',
      ({ target }) => target,
    ),
  }),
})

const eventNameRef = builder.enumType('GenerationEventName', {
  description: 'What a generation event says: for example, that a block is complete.',
  values: {
    started: { description: 'The generation has started. The event has generationId and model.' },
    block: { description: 'A block is complete and valid. The event has type, content and order of the block.' },
    usage: {
      description: 'The number of tokens that the generation used. The event has inputTokens and outputTokens.',
    },
    done: { description: 'The generation is finished. The event has the same result as generateContent.' },
    error: { description: 'The generation has failed and has saved nothing. The event has code, message and details.' },
  },
})

export const generationEventRef = builder.objectRef<GenerationEvent>('GenerationEvent').implement({
  description: 'An event of a generation. Each type of event has only some of the fields; the other fields are null.',
  fields: (t) => ({
    event: t.expose('event', { type: eventNameRef, description: 'The type of the event.' }),
    generationId: t.id({
      nullable: true,
      description: 'Identifier of the generation. Only a started event has this field.',
      resolve: (event) => (event.event === 'started' ? event.generationId : null),
    }),
    model: t.string({
      nullable: true,
      description: 'The name of the language model. Only a started event has this field.',
      resolve: (event) => (event.event === 'started' ? event.model : null),
    }),
    block: t.field({
      type: blockRef,
      nullable: true,
      description: 'The generated block. Only a block event has this field.',
      resolve: (event) => (event.event === 'block' ? event.block : null),
    }),
    usage: t.field({
      type: tokensRef,
      nullable: true,
      description: 'The number of tokens that the generation used. Only a usage event has this field.',
      resolve: (event) => (event.event === 'usage' ? event.usage : null),
    }),
    result: t.field({
      type: generationRef,
      nullable: true,
      description: 'The finished generation. Only a done event has this field.',
      resolve: (event) => (event.event === 'done' ? event.result : null),
    }),
    error: t.field({
      type: 'JSONObject',
      nullable: true,
      description: 'The error as { code, message, details }. Only an error event has this field.',
      resolve: (event) => (event.event === 'error' ? event.error : null),
    }),
  }),
})
