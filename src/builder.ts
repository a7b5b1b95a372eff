import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import DataloaderPlugin from '@pothos/plugin-dataloader'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql'
import { refusalOf } from './auth/access.ts'
import type { Scope } from './auth/scopes.ts'
import type { Context } from './context.ts'
import type PrismaTypes from './db/generated/pothos.ts'
import { getDatamodel } from './db/generated/pothos.ts'
import { ApiError } from './errors.ts'
import { exposureOf } from './expose.ts'
import { JsonText } from './json.ts'
import { edgesText, relayTexts } from './relay.ts'

/** JSON as it came: an object's content of any shape. */
export type Json = { [member: string]: unknown }

type Types = {
  Context: Context
  PrismaTypes: PrismaTypes
  AuthScopes: { scope: Scope; person: true; master: true; known: true }
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date | string }
    /** An object, or the text of one. */
    JSONObject: { Input: Json; Output: Json | string }
  }
  DefaultFieldNullability: false
  DefaultInputFieldRequiredness: false
}

/** A whole course (10 modules of 10 lessons of 10 blocks by the multipliers) is well inside; a page of whole courses is not. */
const largest = { complexity: 50_000, depth: 12, breadth: 500 }

export const builder = new SchemaBuilder<Types>({
  plugins: [ScopeAuthPlugin, ComplexityPlugin, RelayPlugin, PrismaPlugin, DataloaderPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: (context) => ({
      scope: (scope) => refusalOf(scope, context) === undefined,
      person: () => refusalOf('person', context) === undefined,
      master: () => refusalOf('master', context) === undefined,
      known: () => refusalOf('known', context) === undefined,
    }),
    unauthorizedError: (_parent, context, info) => {
      const field = info.parentType.getFields()[info.fieldName]!
      return refusalOf(exposureOf(field)!.access, context)!
    },
  },
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 10,
    // The other faces' documents are our own.
    limit: ({ face }) => (face === 'graphql' ? largest : {}),
    complexityError: (kind, result) => {
      const { complexity, maxComplexity, depth, maxDepth, breadth, maxBreadth } = result
      const [value, limit] = {
        Complexity: [complexity, maxComplexity],
        Depth: [depth, maxDepth],
        Breadth: [breadth, maxBreadth],
      }[kind]
      return new ApiError(
        'invalid_request',
        `The query is too large: ${kind.toLowerCase()} ${value} of at most ${limit}. Ask for less at once.`,
        {
          details: { limit: kind.toLowerCase(), value, max: limit },
        },
      )
    },
  },
  relay: {
    ...relayTexts,
    clientMutationId: 'omit',
    cursorType: 'String',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    // The connection's own cost has counted its records.
    edgesFieldOptions: { ...edgesText, complexity: { field: 1, multiplier: 1 } },
  },
  prisma: {
    client: (context) => context.db.prisma,
    dmmf: getDatamodel(),
    exposeDescriptions: true,
    onUnusedQuery: process.env.NODE_ENV === 'test' ? 'error' : null,
  },
})

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

function readTime(value: unknown): Date {
  if (typeof value !== 'string' || !iso.test(value) || Number.isNaN(Date.parse(value))) {
    throw new GraphQLError('must be an ISO 8601 time with its offset, such as 2026-01-31T09:30:00Z')
  }
  return new Date(value)
}

builder.scalarType('DateTime', {
  description: 'A moment, ISO 8601 in UTC: `2026-01-31T09:30:00.000Z`.',
  serialize: (value) => (typeof value === 'string' ? value : value.toISOString()),
  parseValue: readTime,
  parseLiteral: (node) => readTime(node.kind === Kind.STRING ? node.value : undefined),
})

function mustBeObject(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new GraphQLError('must be a JSON object')
  return value as Json
}

/** An object literal of a document; a name without quotes in it is text, as JSON knows no enums. */
function readObject(node: ValueNode, variables?: Json | null): Json {
  if (node.kind !== Kind.OBJECT) throw new GraphQLError('must be a JSON object', { nodes: node })
  return valueFromASTUntyped(node, variables) as Json
}

builder.addScalarType(
  'JSONObject',
  new GraphQLScalarType({
    name: 'JSONObject',
    description: 'A JSON object of any shape.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
    parseValue: mustBeObject,
    parseLiteral: readObject,
    serialize: (value) => (typeof value === 'string' ? new JsonText(value) : value),
  }),
)

builder.queryType({ description: 'Reads. Each field names the scope that a key needs for it.' })
builder.mutationType({ description: 'Changes. Each field names the scope that a key needs for it.' })
