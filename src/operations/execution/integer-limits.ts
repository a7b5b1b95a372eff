import {
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import { type JsonSchema, readJsonSchemaExtension, removeNullFromJsonSchema } from '../json-schema.ts'

/** The smallest and the largest value of the GraphQL type `Int` (GraphQL specification, section 3.5.1). */
const [minInt, maxInt] = [-(2 ** 31), 2 ** 31 - 1]

/** Returns the limits that an input type declares for its field `name`. */
export function findLimitsOfInputField(type: GraphQLInputType | undefined, name: string): JsonSchema | undefined {
  if (!isInputObjectType(type)) return undefined
  const { properties } = (readJsonSchemaExtension(type) ?? {}) as { properties?: Record<string, JsonSchema> }
  return properties?.[name]
}

/** Returns the limits that a root field declares for the argument that gets its value from a variable. */
export function findLimitsOfVariable(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
  variable: string,
): JsonSchema | undefined {
  const fields = schema.getRootType(operation)?.getFields() ?? {}
  for (const selection of selectionSet.selections) {
    if (selection.kind !== Kind.FIELD) continue
    const sent = selection.arguments?.find(({ value }) => value.kind === Kind.VARIABLE && value.name.value === variable)
    const argument = sent && fields[selection.name.value]?.args.find(({ name }) => name === sent.name.value)
    if (argument) return readJsonSchemaExtension(argument)
  }
  return undefined
}

/**
 * Returns the message for a number that is no `Int`. A whole number that is too large or too small is told the limit of
 * its field.
 */
export function formatIntegerMessage(value: unknown, limits: JsonSchema = {}): string {
  if (!Number.isInteger(value)) return 'must be a whole number'
  const { minimum = minInt, maximum = maxInt } = removeNullFromJsonSchema(limits).rule as Record<string, number>
  return (value as number) < 0
    ? `must be ${minimum.toLocaleString('en')} or more`
    : `must be at most ${maximum.toLocaleString('en')}`
}
