import { actorNameFieldOptions } from '../operations/actor.ts'
import { builder } from '../operations/builder.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { declareIdFieldPair } from '../operations/record-id.ts'
import { maxModelNameChars } from '../platform/environment-rules.ts'
import {
  type AiUsageOfCaller,
  type AiUsageOfDay,
  type AiUsageReport,
  type GenerationCaller,
  type GenerationRecord,
  maxAiUsageListEntries,
  maxDaysInAiUsageResponse,
} from './usage.ts'

/** The options of a string field for a short word such as `preview`: at most 20 characters. */
const wordOptions = withJsonSchema({ maxLength: 20 })

const usageByDayRef = builder.objectRef<AiUsageOfDay>('AiUsageDay').implement({
  description: 'The generations and tokens of one day (UTC).',
  fields: (t) => ({
    day: t.exposeString('day', {
      ...withJsonSchema({ maxLength: 10 }),
      description: 'The day in UTC, such as 2026-01-31.',
    }),
    generations: t.exposeInt('generations', { description: 'Number of generations that were started.' }),
    inputTokens: t.exposeInt('inputTokens', { description: 'Number of input tokens.' }),
    outputTokens: t.exposeInt('outputTokens', { description: 'Number of output tokens.' }),
  }),
})

const kindText = 'The kind of caller: key, person, agent or master.'
const idText =
  'Identifier of the key or person. For an agent, the person for whom it acts. Null for the master key, and for a key or person that was deleted.'
const nameText =
  'Name of the key, or name or e-mail address of the person. For an agent, of the person for whom it acts. Null if no name is stored.'

const callerRef = builder.objectRef<GenerationCaller>('GenerationCaller').implement({
  description: 'The API key, person, agent or master key that started a generation.',
  fields: (t) => ({
    kind: t.exposeString('kind', { ...wordOptions, description: kindText }),
    ...declareIdFieldPair(t, 'callerId', idText, { nullable: true }),
    name: t.exposeString('name', { ...actorNameFieldOptions, nullable: true, description: nameText }),
  }),
})

const usageByCallerRef = builder.objectRef<AiUsageOfCaller>('AiUsageCaller').implement({
  description: 'The generations and tokens of one API key, person, agent or the master key in the period.',
  fields: (t) => ({
    kind: t.exposeString('kind', { ...wordOptions, description: kindText }),
    ...declareIdFieldPair(t, 'callerId', idText, { nullable: true }),
    name: t.exposeString('name', { ...actorNameFieldOptions, nullable: true, description: nameText }),
    generations: t.exposeInt('generations', { description: 'Number of generations that were started.' }),
    inputTokens: t.exposeInt('inputTokens', { description: 'Number of input tokens.' }),
    outputTokens: t.exposeInt('outputTokens', { description: 'Number of output tokens.' }),
  }),
})

const recordRef = builder.objectRef<GenerationRecord>('GenerationRecord').implement({
  description: 'The stored data of a generation, without the prompt.',
  fields: (t) => ({
    generationId: t.exposeID('generationId', { description: 'Identifier of the generation.' }),
    by: t.expose('by', {
      type: callerRef,
      description: 'The API key, person, agent or master key that started the generation.',
    }),
    type: t.exposeString('type', {
      ...wordOptions,
      description: 'The type of the generated content: lesson, outline, quiz, block, alt_text or text.',
    }),
    mode: t.exposeString('mode', {
      ...wordOptions,
      description: 'The mode: preview only returns the content, append also adds the content to the course.',
    }),
    model: t.exposeString('model', {
      ...withJsonSchema({ maxLength: maxModelNameChars }),
      description: 'The name of the language model.',
    }),
    outcome: t.exposeString('outcome', {
      ...wordOptions,
      description: 'The state of the generation: running, done, failed or aborted.',
    }),
    inputTokens: t.exposeInt('inputTokens', { description: 'Number of input tokens.' }),
    outputTokens: t.exposeInt('outputTokens', { description: 'Number of output tokens.' }),
    ms: t.exposeInt('ms', { description: 'Duration of the generation in milliseconds.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the generation was started.' }),
  }),
})

const budgetRef = builder.objectRef<AiUsageReport['budget']>('AiBudget').implement({
  description: 'The token budget of the workspace for today (UTC).',
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'The maximum number of tokens per day in the plan of the workspace.' }),
    used: t.exposeInt('used', { description: 'The number of tokens that were used or reserved today.' }),
  }),
})

export const aiUsageRef = builder.objectRef<AiUsageReport>('AiUsage').implement({
  description: 'A report on the generations and tokens of a workspace in a period.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'Start of the period. The period includes this time.' }),
    to: t.expose('to', { type: 'DateTime', description: 'End of the period. The period excludes this time.' }),
    days: t.expose('days', {
      ...withJsonSchema({ maxItems: maxDaysInAiUsageResponse }),
      type: [usageByDayRef],
      description: 'The days on which generations were started, the earliest day first.',
    }),
    callers: t.expose('callers', {
      ...withJsonSchema({ maxItems: maxAiUsageListEntries }),
      type: [usageByCallerRef],
      description: 'The 100 callers that used the most tokens: API keys, people, agents and the master key.',
    }),
    generations: t.expose('generations', {
      ...withJsonSchema({ maxItems: maxAiUsageListEntries }),
      type: [recordRef],
      description: 'The last 100 generations, the newest first.',
    }),
    budget: t.expose('budget', { type: budgetRef, description: 'The token budget of the workspace for today (UTC).' }),
  }),
})
