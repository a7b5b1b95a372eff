import {
  type GraphQLInputType,
  GraphQLList,
  GraphQLString,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { isJsonObject } from '../../operations/json-object.ts'
import { type InvalidField, makeInvalidRequestError } from '../../platform/errors.ts'
import { listClearableFieldNames, nameOfClearArgument } from './compact-schema.ts'
import { readJsonText } from './json-texts.ts'

const nameList = new GraphQLList(GraphQLString)

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns an error message if the tool argument `clear`, a list of fields to empty, is invalid. Otherwise returns
 * undefined. `known` are the fields that can be emptied, and `others` are the other arguments of the same object.
 */
function problemOf(listed: unknown, known: readonly string[], others: Fields): string | undefined {
  const names = known.join(', ')
  if (known.length === 0) return 'is not a field here'
  if (!Array.isArray(listed)) return `must be a list of ${names}`
  if (!listed.every((name) => known.includes(name))) return `must only list ${names}`
  const set = listed.find((name) => others[name] != null)
  return set === undefined ? undefined : `lists ${set}, which has a value too`
}

/**
 * Converts `clear: ['description']` in tool arguments to `description: null`, also in inner objects.
 * @throws ApiError `invalid_request` with each invalid list
 */
export function convertClearListsToNulls(type: GraphQLInputType, sent: unknown): unknown {
  const problems: InvalidField[] = []

  function replaced(type: GraphQLInputType, value: unknown, path: string): unknown {
    const present = getNullableType(type)
    const at = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
    if (isListType(present) && Array.isArray(value))
      return value.map((one, index) => replaced(present.ofType, one, at(index)))
    if (!isInputObjectType(present) || !isJsonObject(value)) return value
    const { [nameOfClearArgument]: sentList, ...others } = value
    const listed = readJsonText(nameList, sentList, at(nameOfClearArgument))
    const fields = present.getFields()
    const replacedFields = Object.entries(others).map(([name, one]) => [
      name,
      Object.hasOwn(fields, name) ? replaced(fields[name]!.type, one, at(name)) : one,
    ])
    if (listed == null) return Object.fromEntries(replacedFields)
    const problem = problemOf(listed, listClearableFieldNames(present), others)
    if (problem !== undefined) problems.push({ path: at(nameOfClearArgument), message: problem })
    const nulls = problem === undefined ? (listed as string[]).map((name) => [name, null]) : []
    return Object.fromEntries([...replacedFields, ...nulls])
  }

  const result = replaced(type, sent, '')
  if (problems.length > 0) throw makeInvalidRequestError(problems)
  return result
}
