import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql'
import { isJsonObject } from '../../operations/json-object.ts'
import { getJsonSchemasBySiblingValue } from '../../operations/json-schema.ts'
import { copyInexactNumberNote } from '../../platform/inexact-numbers.ts'

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
      if (!convert || !isJsonObject(member)) return [name, convertToolArgumentValues(field.type, member)]
      const converted = convert(member)
      return [name, isJsonObject(converted) ? copyInexactNumberNote(member, converted) : converted]
    }),
  )
}
