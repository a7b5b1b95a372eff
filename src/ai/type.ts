import { blockTypeRef } from '../block/enum.ts'
import { contentShape } from '../block/shape.ts'
import { builder } from '../builder.ts'
import type { Tokens } from '../model.ts'
import type { DraftBlock } from './block.ts'
import type { Generation, GenerationEvent } from './generate.ts'
import { generationTypeRef } from './input.ts'

const tokensRef = builder.objectRef<Tokens>('TokenUsage').implement({
  description: 'Tokens that a model counted.',
  fields: (t) => ({
    inputTokens: t.exposeInt('inputTokens', { description: 'Tokens read.' }),
    outputTokens: t.exposeInt('outputTokens', { description: 'Tokens written.' }),
  }),
})

const blockRef = builder.objectRef<DraftBlock>('GeneratedBlock').implement({
  description: 'A content block as it was written: valid for its type.',
  fields: (t) => ({
    type: t.expose('type', { type: blockTypeRef, description: 'What kind of content it holds.' }),
    content: t.expose('content', { type: 'JSONObject', description: 'The content.', ...contentShape }),
    order: t.exposeInt('order', { description: 'Position within the draft, from 0.' }),
  }),
})

export const generationRef = builder.objectRef<Generation>('Generation').implement({
  description: 'What was written.',
  fields: (t) => ({
    generationId: t.exposeID('generationId', { description: 'Identifier of the generation, as it is recorded.' }),
    type: t.expose('type', { type: generationTypeRef, description: 'What was written.' }),
    content: t.expose('content', {
      type: 'JSONObject',
      description:
        'The draft. Of a lesson: { name, description, blocks: [{ type, content, order }] }; of a quiz or block: { blocks }; of an outline: { name, description, modules: [{ name, description, lessons: [{ name, description }] }] }.',
    }),
    model: t.exposeString('model', { description: 'The model that wrote it; offline where none is configured.' }),
    usage: t.expose('usage', { type: tokensRef, description: 'Tokens that it took.' }),
    created: t.exposeIDList('created', {
      description: 'Identifiers of the modules, the lesson or the blocks that append made.',
    }),
  }),
})

const eventNameRef = builder.enumType('GenerationEventName', {
  description: 'What happened in a generation.',
  values: {
    started: { description: 'It has begun: `{ generationId, model }`.' },
    block: { description: 'A block is ready, whole and valid: `{ type, content, order }`.' },
    usage: { description: 'The tokens have been counted: `{ inputTokens, outputTokens }`.' },
    done: { description: 'It is finished: the generation, as a plain request answers it.' },
    error: { description: 'It has failed, and nothing was written: `{ code, message, details }`.' },
  },
})

export const generationEventRef = builder.objectRef<GenerationEvent>('GenerationEvent').implement({
  description: 'One step of a generation. Only the members that belong to the event are there.',
  fields: (t) => ({
    event: t.expose('event', { type: eventNameRef, description: 'What happened.' }),
    generationId: t.id({
      nullable: true,
      description: 'With started: identifier of the generation.',
      resolve: (event) => (event.event === 'started' ? event.generationId : null),
    }),
    model: t.string({
      nullable: true,
      description: 'With started: the model that writes.',
      resolve: (event) => (event.event === 'started' ? event.model : null),
    }),
    block: t.field({
      type: blockRef,
      nullable: true,
      description: 'With block: the block.',
      resolve: (event) => (event.event === 'block' ? event.block : null),
    }),
    usage: t.field({
      type: tokensRef,
      nullable: true,
      description: 'With usage: the tokens.',
      resolve: (event) => (event.event === 'usage' ? event.usage : null),
    }),
    result: t.field({
      type: generationRef,
      nullable: true,
      description: 'With done: the whole generation.',
      resolve: (event) => (event.event === 'done' ? event.result : null),
    }),
    error: t.field({
      type: 'JSONObject',
      nullable: true,
      description: 'With error: { code, message, details }.',
      resolve: (event) => (event.event === 'error' ? event.error : null),
    }),
  }),
})
