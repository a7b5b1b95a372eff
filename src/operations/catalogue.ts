import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isRequiredArgument,
} from 'graphql'
import { type OperationSettings, readOperationSettings } from './operation.ts'
import { makeRestAndMcpSchema } from './record-view.ts'

/** The maximum size of a request body in bytes, for operations that declare no `maxBodyBytes`. */
export const defaultMaxBodyBytes = 1_000_000

/**
 * The name of the GraphQL argument that REST receives as the JSON body. In MCP, the fields of this argument are the
 * arguments of the tool.
 */
const inputName = 'input'

/** An argument of an operation. `extensions` contains keywords for its JSON Schema, such as `maxLength`. */
export type OperationArgument = Pick<GraphQLArgument, 'name' | 'type' | 'extensions'> & {
  description: string
  isRequired: boolean
}

/** A query, mutation or subscription of the GraphQL schema, with the settings that its root field declares. */
export type Operation = OperationSettings & {
  /** The name of the root field, such as `createApiKey`. */
  name: string
  kind: 'query' | 'mutation' | 'subscription'
  description: string
  args: readonly OperationArgument[]
  /** The argument `input`, or undefined if the operation has no input object. */
  input: OperationArgument | undefined
  maxBodyBytes: number
  /** Whether clients can safely repeat a request by sending the same `Idempotency-Key`. */
  isRepeatable: boolean
  /** The GraphQL type of the result, without the fields that REST and MCP omit. */
  output: GraphQLOutputType
}

/**
 * All operations of the GraphQL schema, queries first. `restAndMcpSchema` is the schema without the fields that REST and MCP omit.
 */
export type OperationCatalogue = { restAndMcpSchema: GraphQLSchema; operations: readonly Operation[] }

const argumentOf = (arg: GraphQLArgument): OperationArgument => ({
  name: arg.name,
  type: arg.type,
  extensions: arg.extensions,
  description: arg.description ?? '',
  isRequired: isRequiredArgument(arg),
})

function operationOf(kind: Operation['kind'], field: GraphQLField<unknown, unknown>): Operation {
  const settings = readOperationSettings(field)
  if (!settings) throw new Error(`${field.name} declares no operation().`)
  const args = field.args.map(argumentOf)
  return {
    ...settings,
    name: field.name,
    kind,
    description: field.description ?? '',
    args,
    input: args.find(({ name, type }) => name === inputName && isInputObjectType(getNullableType(type))),
    maxBodyBytes: settings.maxBodyBytes ?? defaultMaxBodyBytes,
    isRepeatable: settings.idempotent !== undefined,
    output: field.type,
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
    Object.values(roots[kind]?.getFields() ?? {}).map((field) => operationOf(kind, field)),
  )
  return { restAndMcpSchema: view, operations }
}
