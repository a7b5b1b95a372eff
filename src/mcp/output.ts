import {
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { type JsonSchema, scalarShape } from '../shapes.ts'
import type { Operation } from './operations.ts'

const typeOf = (type: GraphQLNamedType): JsonSchema => ({
  type: isScalarType(type) ? scalarShape(type).type : 'string',
})

function present(type: GraphQLOutputType, selection: SelectionSetNode | undefined): JsonSchema {
  if (isListType(type)) return { type: 'array', items: shapeOf(type.ofType, selection) }
  const named = getNamedType(type)
  return isObjectType(named) && selection ? recordShape(named, selection) : typeOf(named)
}

function shapeOf(type: GraphQLOutputType, selection: SelectionSetNode | undefined): JsonSchema {
  const shape = present(getNullableType(type), selection)
  return isNonNullType(type) ? shape : { anyOf: [shape, { type: 'null' }] }
}

function recordShape(type: ReturnType<GraphQLSchema['getQueryType']> & object, { selections }: SelectionSetNode) {
  const fields = selections.flatMap((node) => (node.kind === Kind.FIELD ? [node] : []))
  const properties = fields.map(({ name, selectionSet }) => [
    name.value,
    shapeOf(type.getFields()[name.value]!.type, selectionSet),
  ])
  return { type: 'object', properties: Object.fromEntries(properties), required: fields.map(({ name }) => name.value) }
}

type RecordShape = { type: 'object'; properties: Record<string, JsonSchema>; required: string[] }

/** What two kinds of one tool's answers have in common. */
function common(one: RecordShape, other: RecordShape): RecordShape {
  const same = (name: string) => JSON.stringify(one.properties[name]) === JSON.stringify(other.properties[name])
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(one.properties).filter(([name]) => same(name))),
    required: one.required.filter((name) => same(name) && other.required.includes(name)),
  }
}

function answerShape({ output, document, isList }: Operation): RecordShape {
  const [definition] = parse(document).definitions
  const [root] = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : []
  const selection = root?.kind === Kind.FIELD ? root.selectionSet : undefined
  const shape = present(getNullableType(output), selection)
  return (isList ? { type: 'object', properties: { items: shape }, required: ['items'] } : shape) as RecordShape
}

/** The JSON Schema of a tool's structured answer; none for one that answers with a text. */
export function outputSchemaOf(operations: readonly Operation[]): RecordShape | undefined {
  if (operations.some(({ tool }) => tool.text !== undefined)) return undefined
  return operations.map(answerShape).reduce(common)
}
