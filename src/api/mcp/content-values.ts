import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql'
import { isJsonObject } from '../../operations/json-object.ts'
import { getJsonSchemasBySiblingValue } from '../../operations/json-schema.ts'

/**
 * Converts tool arguments to the form of GraphQL and REST. For example, tools take the `answer` of a quiz as a list of
 * strings.
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
      // `fromTool` does not change a value that already has the form of GraphQL and REST.
      const convert = getJsonSchemasBySiblingValue(field)?.fromTool
      return [name, convert && isJsonObject(member) ? convert(member) : convertToolArgumentValues(field.type, member)]
    }),
  )
}
