import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { type JsonSchema, makeNullableJsonSchema, makeScalarJsonSchema } from '../../operations/json-schema.ts'
import type { ToolOperation } from './tool-operations.ts'

const leafSchema = (type: GraphQLNamedType): JsonSchema => ({
  type: isScalarType(type) ? makeScalarJsonSchema(type).type : 'string',
})

/** Returns the JSON Schema of a GraphQL type. The schema does not accept null, even if the type is nullable. */
function presentSchema(type: GraphQLOutputType, selection?: SelectionSetNode): JsonSchema {
  if (isListType(type)) return { type: 'array', items: valueSchema(type.ofType, selection) }
  const named = getNamedType(type)
  return isObjectType(named) ? objectSchema(named, selection) : leafSchema(named)
}

function valueSchema(type: GraphQLOutputType, selection?: SelectionSetNode): JsonSchema {
  const schema = presentSchema(getNullableType(type), selection)
  return isNonNullType(type) ? schema : makeNullableJsonSchema(schema)
}

type Selected = { name: string; selectionSet?: SelectionSetNode }

/** Returns the selected fields of a type. Without a selection, returns all fields. */
function selectedFields(type: GraphQLObjectType, selection?: SelectionSetNode): Selected[] {
  if (!selection) return Object.keys(type.getFields()).map((name) => ({ name }))
  return selection.selections.flatMap((node) =>
    node.kind === Kind.FIELD ? [{ name: node.name.value, selectionSet: node.selectionSet }] : [],
  )
}

type ObjectSchema = { type: 'object'; properties: Record<string, JsonSchema>; required: string[] }

function objectSchema(type: GraphQLObjectType, selection?: SelectionSetNode): ObjectSchema {
  const fields = selectedFields(type, selection)
  const properties = fields.map(({ name, selectionSet }) => [
    name,
    valueSchema(type.getFields()[name]!.type, selectionSet),
  ])
  return { type: 'object', properties: Object.fromEntries(properties), required: fields.map(({ name }) => name) }
}

/**
 * Returns a JSON Schema that fits the results of two operations of the same tool. It contains only the properties that
 * have the same schema in both results.
 */
function common(one: ObjectSchema, other: ObjectSchema): ObjectSchema {
  const isSame = (name: string) => JSON.stringify(one.properties[name]) === JSON.stringify(other.properties[name])
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(one.properties).filter(([name]) => isSame(name))),
    required: one.required.filter((name) => isSame(name) && other.required.includes(name)),
  }
}

const warningsSchema = {
  type: 'array',
  description: 'What is unfinished.',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, message: { type: 'string' } },
    required: ['path', 'message'],
  },
}

function withWarnings({ type, properties, required }: ObjectSchema): ObjectSchema {
  return { type, properties: { ...properties, warnings: warningsSchema }, required: [...required, 'warnings'] }
}

function resultSchema({ tool, output, selection, isList }: ToolOperation): ObjectSchema {
  if (tool.answer) return tool.answer.schema as ObjectSchema
  const [operation] = selection === undefined ? [] : (parse(selection).definitions as OperationDefinitionNode[])
  const schema = presentSchema(getNullableType(output), operation?.selectionSet)
  return (isList ? { type: 'object', properties: { items: schema }, required: ['items'] } : schema) as ObjectSchema
}

/** Returns the JSON Schema of a tool's structured result, or undefined if the tool returns text. */
export function makeToolOutputSchema(operations: readonly ToolOperation[]): ObjectSchema | undefined {
  if (operations.some(({ tool }) => tool.text !== undefined)) return undefined
  const schema = operations.map(resultSchema).reduce(common)
  return operations.some(({ tool }) => tool.findWarnings) ? withWarnings(schema) : schema
}
