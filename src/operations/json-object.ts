import { GraphQLError, Kind, type ValueNode, valueFromASTUntyped } from 'graphql'

/** A JSON object of any shape. */
export type JsonObject = { [member: string]: unknown }

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value of a variable that must be a JSON object. @throws GraphQLError for any other value */
export function assertJsonObject(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new GraphQLError('must be a JSON object')
  return value
}

/**
 * Converts an object literal in a GraphQL document to an object. An enum value in the literal becomes a string, because
 * JSON has no enums.
 */
export function convertObjectLiteralToJson(node: ValueNode, variables?: JsonObject | null): JsonObject {
  if (node.kind !== Kind.OBJECT) throw new GraphQLError('must be a JSON object', { nodes: node })
  return valueFromASTUntyped(node, variables) as JsonObject
}
