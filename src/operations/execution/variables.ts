import {
  coerceInputValue,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql'
import { type InvalidField, makeInvalidRequestError, maxReportedInvalidFields } from '../../platform/errors.ts'
import { formatUnknownFieldMessage } from '../unknown-field.ts'
import { findOverlongList } from './list-length.ts'

type Path = readonly (string | number)[]

/** The error messages for invalid scalar values. The keys are the names of the scalars. */
const scalarMessages: Record<string, string> = {
  String: 'must be a string',
  ID: 'must be a string',
  Int: 'must be a whole number',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  JSONObject: 'must be a JSON object',
}

/** Returns the type at a path within a GraphQL input type, or undefined if the type has no such path. */
function typeAt(type: GraphQLInputType | undefined, [member, ...rest]: Path): GraphQLInputType | undefined {
  const inner = type && getNullableType(type)
  if (member === undefined || inner === undefined) return inner
  if (isListType(inner)) return typeAt(inner.ofType, rest)
  return isInputObjectType(inner) ? typeAt(inner.getFields()[member]?.type, rest) : undefined
}

/** Converts an error of GraphQL's input coercion to a message about how to correct the value. */
function messageOf({ message }: GraphQLError, type: GraphQLInputType, path: Path): string {
  if (/to be an object\.$/.test(message)) return isListType(typeAt(type, path)) ? 'must be a list' : 'must be an object'
  if (/^Field "[^"]+" of required type/.test(message)) return 'is required'
  if (/not to be null/.test(message)) return 'must not be null'
  const scalar = /^(\w+) cannot represent/.exec(message)?.[1]
  if (scalar !== undefined && scalarMessages[scalar]) return scalarMessages[scalar]
  const named = getNamedType(typeAt(type, path))
  if (isEnumType(named))
    return `must be one of ${named
      .getValues()
      .map(({ name }) => name)
      .join(', ')}`
  return message.replace(/^Expected type "[^"]+"[.,]? ?/, '').trim() || message
}

const nameIn = (error: GraphQLError) => /^Field "([^"]+)"/.exec(error.message)?.[1]

const tooMany = Symbol('too many problems')

type Checked = { value: unknown; problems: InvalidField[] }

/**
 * Coerces an input value by the rules of GraphQL, except that a number is not coerced to a text. Returns the value and
 * its first 50 errors, with paths that start with `at`.
 */
export function coerceInput(value: unknown, type: GraphQLInputType, at: readonly string[] = []): Checked {
  const tooLong = findOverlongList(value, type, at)
  if (tooLong) return { value: undefined, problems: [tooLong] }
  const problems: InvalidField[] = []
  let hasListedFields = false
  function unknownFieldMessageOf(error: GraphQLError, path: Path): string | undefined {
    const [, name] = /^Field "([^"]+)" is not defined by type/.exec(error.message) ?? []
    if (name === undefined) return undefined
    const message = formatUnknownFieldMessage(typeAt(type, path)!, name, !hasListedFields)
    hasListedFields = true
    return message
  }
  function note(path: readonly (string | number)[], _value: unknown, error: GraphQLError): void {
    if (problems.length === maxReportedInvalidFields) throw tooMany
    const name = nameIn(error)
    const full = [...at, ...path.map(String), ...(name && path.at(-1) !== name ? [name] : [])]
    problems.push({ path: full.join('.'), message: unknownFieldMessageOf(error, path) ?? messageOf(error, type, path) })
  }
  try {
    return { value: coerceInputValue(value, type, note, true), problems }
  } catch (stop) {
    if (stop !== tooMany) throw stop
    return { value: undefined, problems }
  }
}

export type VariableValues = Readonly<Record<string, unknown>>
type Variable = { name: string; type: GraphQLInputType; definition: VariableDefinitionNode }

const variablesByOperation = new WeakMap<OperationDefinitionNode, readonly Variable[]>()

function variablesOf(schema: GraphQLSchema, operation: OperationDefinitionNode): readonly Variable[] {
  const known = variablesByOperation.get(operation)
  if (known) return known
  const variables = (operation.variableDefinitions ?? []).map((definition) => ({
    name: definition.variable.name.value,
    type: typeFromAST(schema, definition.type) as GraphQLInputType,
    definition,
  }))
  variablesByOperation.set(operation, variables)
  return variables
}

/**
 * Coerces one variable. Returns undefined if the client did not send the variable, and the variable is optional and has
 * no default.
 */
function coercedVariable({ name, type, definition }: Variable, sent: VariableValues): Checked | undefined {
  const value = Object.hasOwn(sent, name) ? sent[name] : undefined
  if (value !== undefined) return coerceInput(value, type, [name])
  if (definition.defaultValue) return { value: valueFromAST(definition.defaultValue, type), problems: [] }
  if (isNonNullType(type)) return { value, problems: [{ path: name, message: 'is required' }] }
  return Object.hasOwn(sent, name) ? { value: null, problems: [] } : undefined
}

/**
 * Coerces the variables of an operation. Returns the values for the resolvers, or one error that names the invalid
 * fields.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  sent: VariableValues | null | undefined,
): { values: VariableValues } | { error: GraphQLError } {
  const values: Record<string, unknown> = {}
  const problems: InvalidField[] = []
  let refused: VariableDefinitionNode | undefined
  for (const variable of variablesOf(schema, operation)) {
    const checked = coercedVariable(variable, sent ?? {})
    if (!checked) continue
    values[variable.name] = checked.value
    if (checked.problems.length === 0) continue
    refused ??= variable.definition
    problems.push(...checked.problems)
    if (problems.length >= maxReportedInvalidFields) break
  }
  if (problems.length === 0) return { values }
  const { message, extensions } = makeInvalidRequestError(problems)
  return { error: new GraphQLError(message, { nodes: refused, extensions }) }
}
