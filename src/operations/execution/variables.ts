import {
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql'
import { type InvalidField, makeInvalidRequestError, maxReportedInvalidFields } from '../../platform/errors.ts'
import type { JsonSchema } from '../json-schema.ts'
import { coerceInput, type InputCoercionResult } from './coerce-input.ts'
import type { InputSource } from './coercion.ts'
import { findLimitsOfVariable } from './integer-limits.ts'

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
 * Coerces one variable. Returns undefined if the client has not sent the variable, and the variable is nullable and has
 * no default value.
 */
function coercedVariable(
  { name, type, definition }: Variable,
  sent: VariableValues,
  source: InputSource,
  findLimits: () => JsonSchema | undefined,
): InputCoercionResult | undefined {
  const value = Object.hasOwn(sent, name) ? sent[name] : undefined
  if (value !== undefined) return coerceInput(value, type, source, [name], { findLimits })
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
  source: InputSource,
): { values: VariableValues } | { error: GraphQLError } {
  const values: Record<string, unknown> = {}
  const problems: InvalidField[] = []
  let refused: VariableDefinitionNode | undefined
  for (const variable of variablesOf(schema, operation)) {
    const findLimits = () => findLimitsOfVariable(schema, operation, variable.name)
    const checked = coercedVariable(variable, sent ?? {}, source, findLimits)
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
