import { type Caller, getWorkspaceIdOrThrow } from '../identity/caller.ts'
import { maxTokenClaimChars } from '../identity/claims.ts'
import type { RateLimitState } from '../identity/rate-limit.ts'
import { actorNameFieldOptions } from '../operations/actor.ts'
import { builder } from '../operations/builder.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { readStorage, storageRef } from '../operations/storage-type.ts'
import { maxModelNameChars } from '../platform/environment-rules.ts'
import { scopeListJsonSchemaLimits } from './rules.ts'
import { planNameFieldOptions, workspaceRef } from './workspace-type.ts'

const limitRef = builder.objectRef<RateLimitState>('RateLimit').implement({
  description: 'Rate limit of the caller in the current minute, as in the X-RateLimit headers.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'Requests allowed per minute.' }),
    remaining: t.exposeInt('remaining', { description: 'Requests left in the current minute.' }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'When the current minute ends.',
      resolve: ({ resetAt }) => new Date(resetAt * 1000),
    }),
  }),
})

type CallingKey = { name: string; expiresAt: Date | null }
type Viewer = {
  caller: Caller
  limit: RateLimitState
  /**
   * Returns the name and the expiry of the caller's API key, or null if the caller is not a key. Only the first call
   * reads the database.
   */
  readKey(): Promise<CallingKey | null>
}

async function readCallingKey({ caller, db }: GraphQLContext): Promise<CallingKey | null> {
  if (caller.kind !== 'key') return null
  const { keyId: id, workspaceId } = caller
  return db.prisma.apiKey.findFirst({ where: { id, workspaceId }, select: { name: true, expiresAt: true } })
}

export function makeViewer(context: GraphQLContext): Viewer {
  const { caller, limit } = context
  let key: Promise<CallingKey | null> | undefined
  return {
    caller,
    limit,
    readKey() {
      key ??= readCallingKey(context)
      return key
    },
  }
}

export const viewerRef = builder.objectRef<Viewer>('Viewer').implement({
  description: 'The caller of a request.',
  fields: (t) => ({
    kind: t.string({
      ...withJsonSchema({ maxLength: 20 }),
      description:
        'Kind of caller: key (an API key), person (a signed-in person), agent (a program that acts for a person) or master (the MCP master key).',
      resolve: ({ caller }) => caller.kind,
    }),
    keyId: t.id({
      nullable: true,
      description: 'Identifier of the API key, if the caller is a key.',
      resolve: ({ caller }) => (caller.kind === 'key' ? caller.keyId : null),
    }),
    name: t.string({
      ...actorNameFieldOptions,
      nullable: true,
      description: 'Name of the API key, or name of the person if the ID token contains it.',
      resolve: async ({ caller, readKey }) =>
        caller.kind === 'person' ? caller.name : ((await readKey())?.name ?? null),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the API key expires. Null if the key never expires, or if the caller is not a key.',
      resolve: async ({ readKey }) => (await readKey())?.expiresAt ?? null,
    }),
    email: t.string({
      ...withJsonSchema({ maxLength: maxTokenClaimChars }),
      nullable: true,
      description: 'E-mail address, if the caller is a person and the ID token contains it.',
      resolve: ({ caller }) => (caller.kind === 'person' ? caller.email : null),
    }),
    plan: t.string({
      ...planNameFieldOptions,
      description: 'Plan that sets the rate limit.',
      resolve: ({ caller }) => (caller.kind === 'anonymous' ? '' : caller.plan),
    }),
    scopes: t.stringList({
      ...withJsonSchema(scopeListJsonSchemaLimits),
      description: 'Scopes of the caller.',
      resolve: ({ caller }) => (caller.kind === 'anonymous' ? [] : [...caller.scopes]),
    }),
    languageModel: t.string({
      ...withJsonSchema({ maxLength: maxModelNameChars }),
      nullable: true,
      description: 'Name of the language model that generates content. Null if none is configured.',
      resolve: (_viewer, _args, { model }) => model?.name ?? null,
    }),
    storage: t.field({
      type: storageRef,
      description: 'What the workspace of the caller stores.',
      resolve: (_viewer, _args, context) => readStorage(context),
    }),
    limit: t.field({ type: limitRef, description: 'Rate limit of the caller.', resolve: ({ limit }) => limit }),
    workspace: t.prismaField({
      type: workspaceRef,
      description: 'Workspace of the caller.',
      resolve: (query, { caller }, _args, { db }) =>
        db.prisma.workspace.findUniqueOrThrow({ ...query, where: { id: getWorkspaceIdOrThrow(caller) } }),
    }),
  }),
})
