import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { defaultMaxBodyBytes, inputArgumentName, type OperationSettings, readOperationSettings } from './operation.ts'
import { makeRestAndMcpSchema } from './rest-and-mcp-schema.ts'

/** An argument of an operation. `extensions` contains keywords for its JSON Schema, such as `maxLength`. */
export type OperationArgument = Pick<GraphQLArgument, 'name' | 'type' | 'extensions'> & {
  description: string
  isRequired: boolean
}

/** Describes a list, such as `blocks`, that a REST client can add to a result with the query parameter `include`. */
export type IncludableList = {
  name: string
  description: string
  /** The GraphQL type of the records, without the fields that REST and MCP omit. */
  record: GraphQLObjectType
  /** Keywords for the JSON Schema of the list, such as `maxItems`. */
  extensions: GraphQLField<unknown, unknown>['extensions']
}

/**
 * A query, mutation or subscription of the GraphQL schema, with the settings that its field declares with
 * `operation()`.
 */
export type Operation = OperationSettings & {
  /** The name of the root field, such as `createApiKey`. */
  name: string
  kind: 'query' | 'mutation' | 'subscription'
  description: string
  args: readonly OperationArgument[]
  /** The argument `input`. Undefined if the operation has no such argument. */
  input: OperationArgument | undefined
  maxBodyBytes: number
  /** Whether clients can safely repeat a request by sending the same `Idempotency-Key`. */
  isRepeatable: boolean
  /** The GraphQL type of the result, without the fields that REST and MCP omit. */
  output: GraphQLOutputType
  includable: readonly IncludableList[]
}

/** The operations of the GraphQL schema, and a copy of the schema without the fields that REST and MCP omit. */
export type OperationCatalogue = { restAndMcpSchema: GraphQLSchema; operations: readonly Operation[] }

type Field = GraphQLField<unknown, unknown>

const argumentOf = (arg: GraphQLArgument): OperationArgument => ({
  name: arg.name,
  type: arg.type,
  extensions: arg.extensions,
  description: arg.description ?? '',
  isRequired: isRequiredArgument(arg),
})

type Schemas = { schema: GraphQLSchema; view: GraphQLSchema }

/**
 * Describes a list of records that a REST client can add to a result with the query parameter `include`.
 * @throws Error at startup if the result type has no such list
 */
function includableListOf(name: string, { type: output }: Field, { schema, view }: Schemas): IncludableList {
  const result = schema.getType(getNamedType(output).name)
  const field = isObjectType(result) ? result.getFields()[name] : undefined
  const record = field && view.getType(getNamedType(field.type).name)
  if (!field || !isListType(getNullableType(field.type)) || !isObjectType(record))
    throw new Error(`${output} has no list of records named ${name}.`)
  return { name, description: field.description ?? '', record, extensions: field.extensions }
}

/**
 * Makes the catalogue entry of an operation.
 * @throws Error at startup if the operation has no settings, or its REST route returns a list without `maxItems`
 */
function operationOf(kind: Operation['kind'], field: Field, schemas: Schemas): Operation {
  const settings = readOperationSettings(field)
  if (!settings) throw new Error(`${field.name} declares no operation().`)
  if (settings.rest && isListType(getNullableType(field.type)) && settings.maxItems === undefined)
    throw new Error(`${field.name} returns a list, so operation() must declare maxItems.`)
  const args = field.args.map(argumentOf)
  return {
    ...settings,
    name: field.name,
    kind,
    description: field.description ?? '',
    args,
    input: args.find(({ name, type }) => name === inputArgumentName && isInputObjectType(getNullableType(type))),
    maxBodyBytes: settings.maxBodyBytes ?? defaultMaxBodyBytes,
    isRepeatable: settings.idempotent !== undefined,
    output: field.type,
    includable: (settings.rest?.include ?? []).map((name) => includableListOf(name, field, schemas)),
  }
}

/**
 * Lists the operations of a GraphQL schema. At startup, the service builds REST, OpenAPI and MCP from these operations.
 */
export function makeOperationCatalogue(schema: GraphQLSchema): OperationCatalogue {
  const view = makeRestAndMcpSchema(schema)
  const roots = {
    query: view.getQueryType(),
    mutation: view.getMutationType(),
    subscription: view.getSubscriptionType(),
  }
  const operations = (['query', 'mutation', 'subscription'] as const).flatMap((kind) =>
    Object.values(roots[kind]?.getFields() ?? {}).map((field) => operationOf(kind, field, { schema, view })),
  )
  return { restAndMcpSchema: view, operations }
}
