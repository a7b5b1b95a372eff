import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql'
import { isJsonObject } from '../../operations/json-object.ts'
import { getJsonSchemasBySiblingValue } from '../../operations/json-schema.ts'

/**
 * Converts the arguments of an MCP tool to the form that GraphQL and REST use. For example, the `answer` of a quiz
 * question can have several types in GraphQL and REST, but tools take a list of strings. Values that already have the
 * form of GraphQL and REST stay unchanged.
 */
export function convertToolArgumentValues(type: GraphQLInputType, value: unknown): unknown {
  const present = getNullableType(type)
  if (isListType(present) && Array.isArray(value))
    return value.map((one) => convertToolArgumentValues(present.ofType, one))
  if (!isInputObjectType(present) || !isJsonObject(value)) return value
  const fields = present.getFields()
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (!Object.hasOwn(fields, name)) return [name, member]
      const field = fields[name]!
      const convert = getJsonSchemasBySiblingValue(field)?.fromTool
      return [name, convert && isJsonObject(member) ? convert(member) : convertToolArgumentValues(field.type, member)]
    }),
  )
}
