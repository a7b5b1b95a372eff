import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
} from 'graphql'
import { exposureOf, type Tool } from '../expose.ts'
import { selectionOf } from '../graphql/records.ts'
import type { JsonSchema } from '../shapes.ts'
import { argumentShape, inputShapes } from './shape.ts'

/** An argument of a tool: its name there, its GraphQL name, and whether it is a field of the operation's `input`. */
export type Parameter = {
  name: string
  arg: string
  inInput: boolean
  type: GraphQLInputType
  required: boolean
  shape: JsonSchema
}

/** An operation that is a tool, or one of a tool's kinds. */
export type Operation = {
  field: string
  access: string
  tool: Tool
  description: string
  document: string
  parameters: Parameter[]
  /** Argument → the tool's name for it. */
  names: ReadonlyMap<string, string>
  hasInput: boolean
  /** Whether the answer is a list; a tool gives it as `{ items }`. */
  isList: boolean
  output: GraphQLField<unknown, unknown>['type']
  /** The largest request in bytes, where it is not the usual 1 MB. */
  maxBytes: number | undefined
}

type Field = GraphQLField<unknown, unknown>

/** The one argument whose fields are the tool's own, as they are the body's members over REST. */
const inputArg = 'input'

function parametersOf({ args }: Field, { names = {}, idempotent = false }: Tool): Parameter[] {
  return args.flatMap((arg): Parameter[] => {
    const { name, type } = arg
    const input = getNullableType(type)
    if (name !== inputArg || !isInputObjectType(input)) {
      const shape = argumentShape(arg)
      return [{ name: names[name] ?? name, arg: name, inInput: false, type, required: isRequiredArgument(arg), shape }]
    }
    // What can be repeated sets fields, and null clears one; what makes something new has nothing to clear.
    const { properties, required } = inputShapes(input, idempotent)
    return Object.values(input.getFields()).map(({ name, type }) => ({
      name,
      arg: name,
      inInput: true,
      type,
      required: required.includes(name),
      shape: properties[name]!,
    }))
  })
}

/** The GraphQL document that runs one field with all of its arguments. */
export function documentOf(kind: 'query' | 'mutation', { name, args }: Field, selection: string): string {
  const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  return `${kind}${declared && ` (${declared})`} { ${name}${passed && `(${passed})`} ${selection} }`
}

function operationOf(kind: 'query' | 'mutation', field: Field): Operation[] {
  const exposure = exposureOf(field)
  if (!exposure?.tool) return []
  const { tool, access } = exposure
  const parameters = parametersOf(field, tool)
  const selection = tool.text ? `{ ${tool.text} }` : (tool.selection ?? selectionOf(field.type))
  return [
    {
      field: field.name,
      access,
      tool,
      description: field.description ?? '',
      document: documentOf(kind, field, selection),
      parameters,
      names: new Map(parameters.map(({ arg, name }) => [arg, name])),
      hasInput: field.args.some(({ name }) => name === inputArg),
      isList: isListType(getNullableType(field.type)),
      output: field.type,
      maxBytes: exposure.rest?.maxBytes,
    },
  ]
}

/** Every operation of the schema that declares a tool, reads first. */
export function operationsOf(schema: GraphQLSchema): Operation[] {
  const all = (kind: 'query' | 'mutation', type: ReturnType<GraphQLSchema['getQueryType']>) =>
    Object.values(type?.getFields() ?? {}).flatMap((field) => operationOf(kind, field))
  return [...all('query', schema.getQueryType()), ...all('mutation', schema.getMutationType())]
}
