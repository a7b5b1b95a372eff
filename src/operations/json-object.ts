import { GraphQLError, Kind, type ValueNode, valueFromASTUntyped, visit } from 'graphql'
import { findInexactNumber, type InexactNumber, isExactNumberSource } from '../platform/inexact-numbers.ts'

/** A JSON object of any shape. */
export type JsonObject = { [member: string]: unknown }

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The extension of an error in a JSON object: the names of the members that lead to the wrong value. The error of the
 * request appends them to the path of the object.
 */
export const placeInJsonExtension = 'placeInJson'

const inexactNumber = ({ path, source }: InexactNumber, nodes?: ValueNode) =>
  new GraphQLError(`${source.slice(0, 40)} cannot be kept exactly; send it as a string`, {
    nodes,
    extensions: { [placeInJsonExtension]: path },
  })

/**
 * Returns the value of a variable that must be a JSON object.
 * @throws GraphQLError for any other value, or if parsing has changed a number in the object
 */
export function assertJsonObject(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new GraphQLError('must be a JSON object')
  const inexact = findInexactNumber(value)
  if (inexact) throw inexactNumber(inexact)
  return value
}

const numberKinds: readonly string[] = [Kind.INT, Kind.FLOAT]

/** @throws GraphQLError for a number in a literal that JavaScript cannot keep */
function assertExactNumbers(literal: ValueNode): void {
  visit(literal, {
    enter(node) {
      if (numberKinds.includes(node.kind) && 'value' in node && !isExactNumberSource(String(node.value)))
        throw inexactNumber({ path: [], source: String(node.value) }, literal)
    },
  })
}

/**
 * Converts an object literal in a GraphQL document to an object. An enum value in the literal becomes a string, because
 * JSON has no enums.
 */
export function convertObjectLiteralToJson(node: ValueNode, variables?: JsonObject | null): JsonObject {
  if (node.kind !== Kind.OBJECT) throw new GraphQLError('must be a JSON object', { nodes: node })
  assertExactNumbers(node)
  return valueFromASTUntyped(node, variables) as JsonObject
}
