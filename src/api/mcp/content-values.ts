import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql'
import { isJsonObject } from '../../operations/json-object.ts'
import { getJsonSchemasBySiblingValue } from '../../operations/json-schema.ts'
import { copyInexactNumberNote } from '../../platform/inexact-numbers.ts'
import { readJsonText } from './json-texts.ts'

/**
 * Converts tool arguments to the form of GraphQL and REST. For example, tools take the `answer` of a quiz as a list of
 * strings. A list or an object that a client has sent as JSON text is read.
 * @throws ApiError `invalid_request`
 */
export function convertToolArgumentValues(type: GraphQLInputType, sent: unknown, path = ''): unknown {
  const present = getNullableType(type)
  const at = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
  const value = readJsonText(present, sent, path)
  if (isListType(present) && Array.isArray(value))
    return value.map((one, index) => convertToolArgumentValues(present.ofType, one, at(index)))
  if (!isInputObjectType(present) || !isJsonObject(value)) return value
  const fields = present.getFields()
  return Object.fromEntries(
    Object.entries(value).map(([name, sentMember]) => {
      if (!Object.hasOwn(fields, name)) return [name, sentMember]
      const field = fields[name]!
      const member = readJsonText(getNullableType(field.type), sentMember, at(name))
      // `fromTool` does not change a value that already has the form of GraphQL and REST.
      const convert = getJsonSchemasBySiblingValue(field)?.fromTool
      if (!convert || !isJsonObject(member)) return [name, convertToolArgumentValues(field.type, member, at(name))]
      const converted = convert(member)
      return [name, isJsonObject(converted) ? copyInexactNumberNote(member, converted) : converted]
    }),
  )
}
