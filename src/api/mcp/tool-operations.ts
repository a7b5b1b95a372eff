import {
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql'
import type { Operation } from '../../operations/catalogue.ts'
import { isFieldShownInMcpTools } from '../../operations/field-options.ts'
import { idempotencyKeyArgumentName } from '../../operations/idempotency.ts'
import type { JsonSchema } from '../../operations/json-schema.ts'
import type { McpToolSettings } from '../../operations/operation.ts'
import { makeInputFieldJsonSchemas, makeToolArgumentJsonSchema } from './compact-schema.ts'

/** An argument of an MCP tool, made from an argument or an `input` field of a GraphQL operation. */
export type ToolParameter = {
  /** The name of the argument in the MCP tool. */
  name: string
  /** The name of the argument or `input` field in GraphQL. */
  argument: string
  /** Whether the tool argument is a field of the operation's `input`. */
  isInInput: boolean
  isRequired: boolean
  /** Whether the schema of the tool has the argument. Tools take other arguments too. */
  isListed: boolean
  schema: JsonSchema
}

/** An operation that declares an MCP tool. Operations that share a tool have different values of `tool.kind`. */
export type ToolOperation = Operation & {
  tool: McpToolSettings
  parameters: readonly ToolParameter[]
  /**
   * The names of `input` fields that the tool accepts but does not list, such as fields that REST ignores when a client
   * sends them.
   */
  unlistedInputFields: readonly string[]
  /** Maps the GraphQL name of an argument to its name in the tool. Error messages use the name in the tool. */
  names: ReadonlyMap<string, string>
  /** The result fields that the tool returns, as a GraphQL selection set. If undefined, the tool returns all fields. */
  selection: string | undefined
  /** Whether the result is a list. The tool returns a list as `{ items }`. */
  isList: boolean
}

function parametersOf(
  { args, input }: Operation,
  { names = {}, omit = [], idempotent = false }: McpToolSettings,
): ToolParameter[] {
  return args.flatMap((argument): ToolParameter[] => {
    const { name, type, isRequired } = argument
    if (omit.includes(name)) return []
    if (argument !== input) {
      const schema = makeToolArgumentJsonSchema(argument)
      const isListed = name !== idempotencyKeyArgumentName
      return [{ name: names[name] ?? name, argument: name, isInInput: false, isRequired, isListed, schema }]
    }
    const inputType = getNullableType(type)
    if (!isInputObjectType(inputType)) return []
    // Tools that update a record are `idempotent`, and get the argument `clear`.
    // Tools that create a record do not get it, because a new record has no fields to clear.
    const { properties, required } = makeInputFieldJsonSchemas(inputType, idempotent)
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      argument: name,
      isInInput: true,
      isRequired: required.includes(name),
      isListed: true,
      schema,
    }))
  })
}

/**
 * Returns the names of the `input` fields that the tool's schema does not list. A field is not returned if an argument
 * of the tool has the same name.
 */
function listUnlistedInputFields({ input }: Operation, parameters: readonly ToolParameter[]): string[] {
  const inputType = input && getNullableType(input.type)
  if (!isInputObjectType(inputType)) return []
  const listed = new Set(parameters.map(({ name }) => name))
  return Object.values(inputType.getFields())
    .filter((field) => !isFieldShownInMcpTools(field) && !listed.has(field.name))
    .map(({ name }) => name)
}

const selectAll = (type: GraphQLNamedType): string =>
  isObjectType(type)
    ? `{ ${Object.values(type.getFields())
        .filter(isFieldShownInMcpTools)
        .map(({ name, type: field }) => `${name} ${selectAll(getNamedType(field))}`)
        .join(' ')} }`
    : ''

/**
 * Returns a GraphQL selection set of all fields except the fields that tools leave out. Returns undefined if tools
 * return every field of the type.
 */
function selectToolFields(output: GraphQLOutputType): string | undefined {
  const type = getNamedType(output)
  return isObjectType(type) && !Object.values(type.getFields()).every(isFieldShownInMcpTools)
    ? selectAll(type)
    : undefined
}

function toolOperationOf(operation: Operation, tool: McpToolSettings): ToolOperation {
  const parameters = parametersOf(operation, tool)
  return {
    ...operation,
    tool,
    parameters,
    unlistedInputFields: listUnlistedInputFields(operation, parameters),
    names: new Map(parameters.map(({ argument, name }) => [argument, name])),
    selection: tool.text ? `{ ${tool.text} }` : (tool.selection ?? selectToolFields(operation.output)),
    isList: isListType(getNullableType(operation.output)),
  }
}

/** Returns the operations that declare an MCP tool. */
export const listToolOperations = (operations: readonly Operation[]): ToolOperation[] =>
  operations.flatMap((operation) => (operation.tool ? [toolOperationOf(operation, operation.tool)] : []))
