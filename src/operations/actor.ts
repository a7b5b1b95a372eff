import { type ActorNameLoaders, findCachedActorName, makeActorNameLoaders } from '../identity/actor-names.ts'
import { type Caller, getCallerId } from '../identity/caller.ts'
import { maxTokenClaimChars } from '../identity/claims.ts'
import { builder } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import { nestedRecordsFieldOptions, notInMcpToolsFieldOptions } from './field-options.ts'
import { withJsonSchema } from './json-schema.ts'
import { declareIdFieldPair } from './record-id.ts'
import { makeResponseLimitsFromZod, nameSchema } from './validation.ts'

type ActorType = 'key' | 'person' | 'agent' | 'master'

/** Who did something: an API key, a person, a person's agent, or the holder of the MCP master key. */
export type Actor = { type: ActorType; id: string | null; name: string | null }

/**
 * The options of a field that contains the name of an actor. Its JSON Schema allows the longest name that an API key or
 * a person can have.
 */
export const actorNameFieldOptions = withJsonSchema({
  maxLength: Math.max(makeResponseLimitsFromZod(nameSchema).maxLength as number, maxTokenClaimChars),
})

const actorTypeRef = builder.enumType('ActorType', {
  description: 'The kind of credential that a caller used.',
  values: {
    key: { description: 'An API key.' },
    person: { description: 'A signed-in person.' },
    agent: { description: 'An agent with the access token of a person.' },
    master: { description: 'The MCP master key.' },
  } satisfies Record<ActorType, { description: string }>,
})

const actorRef = builder.objectRef<Actor>('Actor').implement({
  description: 'Who did something: an API key, a person, an agent of a person, or the MCP master key.',
  fields: (t) => ({
    type: t.expose('type', { type: actorTypeRef, description: 'The kind of credential.' }),
    ...declareIdFieldPair(
      t,
      'actorId',
      'Identifier of the API key or person. For an agent, the person for whom it acts. Null for the master key.',
      { nullable: true },
    ),
    name: t.exposeString('name', {
      ...actorNameFieldOptions,
      nullable: true,
      description: 'Name of the API key or person. Null for the master key, and for a person who is no longer known.',
    }),
  }),
})

const nameOf = (caller: Caller): string | null => {
  if (caller.kind === 'person') return caller.name ?? caller.email
  return caller.kind === 'key' || caller.kind === 'agent' ? caller.name : null
}

const loadersByContext = new WeakMap<GraphQLContext, ActorNameLoaders>()

function getNameLoaders(context: GraphQLContext): ActorNameLoaders {
  const { db, caches } = context
  const loaders =
    loadersByContext.get(context) ?? makeActorNameLoaders({ sql: db.sql, caches, workspaceId: context.workspaceId() })
  loadersByContext.set(context, loaders)
  return loaders
}

/** The caller id for changes that the service made without a request, such as the publication of the sample course. */
export const serviceCallerId = 'service'

/** The options of a field that returns an actor. The results of MCP tools leave the field out. */
export const actorFieldOptions = {
  type: actorRef,
  nullable: true,
  extensions: { ...nestedRecordsFieldOptions.extensions, ...notInMcpToolsFieldOptions.extensions },
} as const

/**
 * Returns the actor of a stored caller id (`getCallerId`), with its name. Returns null if no caller id is stored, or if
 * the service itself was the caller.
 */
export function findActorOfCallerId(
  context: GraphQLContext,
  callerId: string | null | undefined,
): Actor | Promise<Actor> | null {
  if (callerId == null || callerId === serviceCallerId) return null
  const [type, id] = callerId.split(':') as [ActorType, string]
  if (type === 'master') return { type, id: null, name: null }
  if (callerId === getCallerId(context.caller)) return { type, id, name: nameOf(context.caller) }
  const remembered = findCachedActorName(context.caches, context.workspaceId(), id)
  if (remembered) return { type, id, name: remembered.name }
  return getNameLoaders(context)
    [type === 'key' ? 'key' : 'person'].load(id)
    .then((name) => ({ type, id, name }))
}
