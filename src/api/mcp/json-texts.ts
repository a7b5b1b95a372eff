import { type GraphQLInputType, isInputObjectType, isListType } from 'graphql'
import { isJsonObject } from '../../operations/json-object.ts'
import { makeInvalidRequestError } from '../../platform/errors.ts'
import { parseClientJson } from '../../platform/json-error.ts'

const isObjectType = (type: GraphQLInputType) => isInputObjectType(type) || String(type) === 'JSONObject'

/**
 * Returns the list or object that a client has sent as JSON text, such as `"[\"a\"]"`. Other values stay unchanged.
 * Without this function, GraphQL would take the text as a list with one entry.
 * @throws ApiError `invalid_request` for a text that begins as a list or object and is none
 */
export function readJsonText(type: GraphQLInputType, value: unknown, path: string): unknown {
  const isList = isListType(type)
  if (typeof value !== 'string' || !(isList || isObjectType(type))) return value
  if (!value.trimStart().startsWith(isList ? '[' : '{')) return value
  const parsed = parseClientJson(value)
  const sent = 'value' in parsed ? parsed.value : undefined
  if (isList ? Array.isArray(sent) : isJsonObject(sent)) return sent
  throw makeInvalidRequestError([{ path, message: `must be ${isList ? 'a list' : 'an object'}, not a text` }])
}
