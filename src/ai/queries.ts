import { builder } from '../builder.ts'
import { expose } from '../expose.ts'
import {
  type GenerationCaller,
  type GenerationRecord,
  readUsage,
  type Usage,
  type UsageDay,
  type UsageOfCaller,
} from './usage.ts'

const dayRef = builder.objectRef<UsageDay>('AiUsageDay').implement({
  description: 'One day (UTC) of generations.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'The day, such as 2026-01-31.' }),
    generations: t.exposeInt('generations', { description: 'How many generations began.' }),
    inputTokens: t.exposeInt('inputTokens', { description: 'Tokens read.' }),
    outputTokens: t.exposeInt('outputTokens', { description: 'Tokens written.' }),
  }),
})

const kindText = 'key, person or master.'
const idText = 'Identifier of the key or the person; null for the master, and for one that is no more.'
const nameText = 'Name of the key or the person; null where there is none.'

const callerRef = builder.objectRef<GenerationCaller>('GenerationCaller').implement({
  description: 'Who had something written.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: kindText }),
    id: t.exposeID('id', { nullable: true, description: idText }),
    name: t.exposeString('name', { nullable: true, description: nameText }),
  }),
})

const usageOfCallerRef = builder.objectRef<UsageOfCaller>('AiUsageCaller').implement({
  description: 'What one caller had written.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: kindText }),
    id: t.exposeID('id', { nullable: true, description: idText }),
    name: t.exposeString('name', { nullable: true, description: nameText }),
    generations: t.exposeInt('generations', { description: 'How many generations began.' }),
    inputTokens: t.exposeInt('inputTokens', { description: 'Tokens read.' }),
    outputTokens: t.exposeInt('outputTokens', { description: 'Tokens written.' }),
  }),
})

const recordRef = builder.objectRef<GenerationRecord>('GenerationRecord').implement({
  description: 'A generation as it is recorded; its prompt is not.',
  fields: (t) => ({
    generationId: t.exposeID('generationId', { description: 'Identifier of the generation.' }),
    by: t.expose('by', { type: callerRef, description: 'Who had it written.' }),
    type: t.exposeString('type', { description: 'What was to be written.' }),
    mode: t.exposeString('mode', { description: 'preview or append.' }),
    model: t.exposeString('model', { description: 'The model.' }),
    outcome: t.exposeString('outcome', { description: 'running, done, failed or aborted.' }),
    inputTokens: t.exposeInt('inputTokens', { description: 'Tokens read.' }),
    outputTokens: t.exposeInt('outputTokens', { description: 'Tokens written.' }),
    ms: t.exposeInt('ms', { description: 'How long it took, in milliseconds.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it began.' }),
  }),
})

const budgetRef = builder.objectRef<Usage['budget']>('AiBudget').implement({
  description: "The workspace's tokens of today (UTC).",
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'Tokens allowed a day on the plan.' }),
    used: t.exposeInt('used', { description: 'Tokens used or set aside today.' }),
  }),
})

const usageRef = builder.objectRef<Usage>('AiUsage').implement({
  description: 'What a workspace had written.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'The first moment that counts.' }),
    to: t.expose('to', { type: 'DateTime', description: 'The first moment that does not count any more.' }),
    days: t.expose('days', { type: [dayRef], description: 'The days on which there was something, in order.' }),
    callers: t.expose('callers', {
      type: [usageOfCallerRef],
      description: 'Who had something written, those with most tokens first, at most 100.',
    }),
    generations: t.expose('generations', {
      type: [recordRef],
      description: 'The latest 100 generations, newest first.',
    }),
    budget: t.expose('budget', { type: budgetRef, description: 'The tokens of today.' }),
  }),
})

builder.queryField('aiUsage', (t) =>
  t.field({
    ...expose({ access: 'known', rest: { method: 'GET', path: '/ai/usage', tag: 'AI' } }),
    type: usageRef,
    description: 'Generations and tokens of the workspace, by day.',
    args: {
      from: t.arg({ type: 'DateTime', description: 'From when. Default: 30 days before to.' }),
      to: t.arg({ type: 'DateTime', description: 'Until when. Default: now.' }),
    },
    resolve: (_root, args, context) => readUsage(context, args),
  }),
)
