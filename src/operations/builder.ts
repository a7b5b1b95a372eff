import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import DirectivesPlugin from '@pothos/plugin-directives'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { GraphQLScalarType, Kind } from 'graphql'
import { findAccessError, hasAccess } from '../identity/access.ts'
import type { Scope } from '../identity/scopes.ts'
import type PrismaTypes from '../platform/db/generated/pothos.ts'
import { getDatamodel } from '../platform/db/generated/pothos.ts'
import { ApiError } from '../platform/errors.ts'
import { RawJson } from '../platform/json.ts'
import { computeFieldComplexity, graphqlQueryLimits } from './complexity.ts'
import type { GraphQLContext } from './context.ts'
import { dateTimeJsonSchema, parseDateTime } from './date-time.ts'
import { assertJsonObject, convertObjectLiteralToJson, type JsonObject } from './json-object.ts'
import { withJsonSchema } from './json-schema.ts'
import { readOperationSettings } from './operation.ts'
import { operationPluginName } from './operation-plugin.ts'
import { edgesDescriptionOptions, relayPluginDescriptions } from './relay.ts'

/** The types of the scalars. A feature adds its scalars to this interface, beside their declaration. */
export interface ScalarTypes {
  ID: { Input: string; Output: string }
  DateTime: { Input: Date; Output: Date | string }
  /** A resolver may return a JSONObject as an object or as JSON text. */
  JSONObject: { Input: JsonObject; Output: JsonObject | string }
}

type Types = {
  Context: GraphQLContext
  PrismaTypes: PrismaTypes
  /** The directives of Apollo Federation. Only the schema that Apollo gateways read contains them. */
  Directives: {
    key: { locations: 'OBJECT'; args: { fields: string } }
    shareable: { locations: 'OBJECT'; args: Record<string, never> }
    link: { locations: 'SCHEMA'; args: { url: string; import: string[] } }
  }
  AuthScopes: { scope: Scope; person: true; master: true; authenticated: true; learner: true }
  Scalars: { [Name in keyof ScalarTypes]: ScalarTypes[Name] }
  DefaultFieldNullability: false
  DefaultInputFieldRequiredness: false
}

export const builder = new SchemaBuilder<Types>({
  // The plug-ins run in this order. ScopeAuthPlugin is first and stops callers without access.
  plugins: [ScopeAuthPlugin, ComplexityPlugin, RelayPlugin, PrismaPlugin, DirectivesPlugin, operationPluginName],
  directives: { useGraphQLToolsUnorderedDirectives: true },
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: (context) => ({
      scope: (scope) => hasAccess(scope, context),
      person: () => hasAccess('person', context),
      master: () => hasAccess('master', context),
      authenticated: () => hasAccess('authenticated', context),
      learner: () => hasAccess('learner', context),
    }),
    unauthorizedError: (_parent, context, info) => {
      const field = info.parentType.getFields()[info.fieldName]!
      return findAccessError(readOperationSettings(field)!.access, context)!
    },
  },
  complexity: {
    fieldComplexity: computeFieldComplexity,
    // The service itself generates the GraphQL documents of REST and MCP, so these documents need no complexity limit.
    limit: ({ api }) => (api === 'graphql' ? graphqlQueryLimits : {}),
    complexityError: (kind, result) => {
      const { complexity, maxComplexity, depth, maxDepth, breadth, maxBreadth } = result
      const [value, limit] = {
        Complexity: [complexity, maxComplexity],
        Depth: [depth, maxDepth],
        Breadth: [breadth, maxBreadth],
      }[kind]
      return new ApiError(
        'invalid_request',
        `The query is too large: ${kind.toLowerCase()} ${value} of at most ${limit}. Select fewer fields or records.`,
        {
          details: { limit: kind.toLowerCase(), value, max: limit },
        },
      )
    },
  },
  relay: {
    ...relayPluginDescriptions,
    clientMutationId: 'omit',
    cursorType: 'String',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    // The complexity of a Relay connection already counts all of its records. A multiplier would count them again.
    edgesFieldOptions: { ...edgesDescriptionOptions, complexity: { field: 1, multiplier: 1 } },
  },
  prisma: {
    client: (context) => context.db.prisma,
    dmmf: getDatamodel(),
    exposeDescriptions: true,
    onUnusedQuery: process.env.NODE_ENV === 'test' ? 'error' : null,
  },
})

builder.scalarType('DateTime', {
  description:
    'A point in time (RFC 3339), such as 2026-01-31T09:30:00.000Z. In responses it is in UTC, in requests it has any offset and is from 1900 to 9999.',
  serialize: (value) => (typeof value === 'string' ? value : value.toISOString()),
  parseValue: parseDateTime,
  parseLiteral: (node) => parseDateTime(node.kind === Kind.STRING ? node.value : undefined),
  ...withJsonSchema(dateTimeJsonSchema),
})

// The graphql-scalars library also has the scalar JSONObject, but loading it takes 12 MB of memory and 100 ms.
builder.addScalarType(
  'JSONObject',
  new GraphQLScalarType({
    name: 'JSONObject',
    description: 'A JSON object of any shape.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
    parseValue: assertJsonObject,
    parseLiteral: convertObjectLiteralToJson,
    serialize: (value) => (typeof value === 'string' ? new RawJson(value) : value),
  }),
)

builder.queryType({ description: 'Read operations.' })
builder.mutationType({ description: 'Write operations.' })
