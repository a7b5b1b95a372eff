import {
  coerceInputValue,
  type ExecutionArgs,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isInputType,
  isNonNullType,
  typeFromAST,
} from 'graphql'
import { ApiError, type FieldProblem, invalid, maxProblems } from '../errors.ts'

const wanted: Record<string, string> = {
  String: 'must be a string',
  ID: 'must be a string',
  Int: 'must be a whole number',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  JSONObject: 'must be a JSON object',
}

/** What a client can do about a value that GraphQL's own coercion refuses. */
function messageOf({ message }: GraphQLError, type: GraphQLInputType): string {
  if (/^Field "[^"]+" of required type/.test(message)) return 'is required'
  if (/^Field "[^"]+" is not defined by type/.test(message)) return 'is not a known field'
  if (/not to be null/.test(message)) return 'must not be null'
  const scalar = /^(\w+) cannot represent/.exec(message)?.[1]
  if (scalar !== undefined && wanted[scalar]) return wanted[scalar]
  const enumeration = /"(\w+)" enum/.exec(message) ?? /^Enum "(\w+)"/.exec(message)
  const values = enumeration && valuesOf(type, enumeration[1]!)
  if (values) return `must be one of ${values.join(', ')}`
  return message.replace(/^Expected type "[^"]+"[.,]? ?/, '').trim() || message
}

/** The values of the enum of that name, somewhere in an input type. */
function valuesOf(type: GraphQLInputType, name: string): string[] | undefined {
  const named = getNamedType(type)
  if (isEnumType(named)) return named.name === name ? named.getValues().map((value) => value.name) : undefined
  if (!isInputObjectType(named)) return undefined
  for (const field of Object.values(named.getFields())) {
    const found = isEnumType(getNamedType(field.type)) ? valuesOf(field.type, name) : undefined
    if (found) return found
  }
  return undefined
}

const nameIn = (error: GraphQLError) => /^Field "([^"]+)"/.exec(error.message)?.[1]

const enough = Symbol('enough')

/**
 * The first 50 fields of `value` that GraphQL's strict input coercion refuses, with its path below `at`. Nothing is coerced to
 * another type: a number for a string is a problem.
 */
export function problemsOfInput(value: unknown, type: GraphQLInputType, at: readonly string[] = []): FieldProblem[] {
  const problems: FieldProblem[] = []
  try {
    coerceInputValue(value, type, (path, _value, error) => {
      if (problems.length === maxProblems) throw enough
      const name = nameIn(error)
      const full = [...at, ...path.map(String), ...(name && path.at(-1) !== name ? [name] : [])]
      problems.push({ path: full.join('.'), message: messageOf(error, type) })
    })
  } catch (stop) {
    if (stop !== enough) throw stop
  }
  return problems
}

type Variables = Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'> & { schema: GraphQLSchema }

/** What is wrong with the variables of an operation. */
function problemsOfVariables({ schema, document, operationName, variableValues }: Variables): FieldProblem[] {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? []
  return definitions.flatMap(({ type: node, variable, defaultValue }) => {
    const type = typeFromAST(schema, node as Parameters<typeof typeFromAST>[1])
    const name = variable.name.value
    const value = variableValues?.[name]
    if (!isInputType(type)) return []
    if (value !== undefined) return problemsOfInput(value, type, [name])
    return isNonNullType(type) && defaultValue === undefined ? [{ path: name, message: 'is required' }] : []
  })
}

/** The errors of a result that never ran: where variables do not fit, one that names the fields. */
export function namingVariables(errors: readonly GraphQLError[], args: Variables): readonly GraphQLError[] {
  const [error] = errors
  if (!error || error.path !== undefined || error.originalError instanceof ApiError) return errors
  const problems = problemsOfVariables(args)
  if (problems.length === 0) return errors
  const { nodes, source, positions } = error
  const { message, extensions } = invalid(problems)
  return [new GraphQLError(message, { nodes, source, positions, extensions })]
}
