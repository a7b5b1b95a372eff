import type { GraphQLInputObjectType } from 'graphql'
import { isClearableField, isFieldShownInMcpTools } from './field-options.ts'

/** The name of the member of MCP tool arguments that lists the fields to clear. */
export const clearListName = 'clear'

/** Returns the names of the fields of an input type that an MCP client can clear. */
export const listClearableFieldNames = (type: GraphQLInputObjectType): string[] =>
  Object.values(type.getFields()).flatMap((field) =>
    isClearableField(field) && isFieldShownInMcpTools(field) ? [field.name] : [],
  )

/**
 * Returns an error message if the list `clear` of an object is invalid. Otherwise returns undefined.
 * @param object the object that contains the list
 */
export function findClearListProblem(
  listed: unknown,
  type: GraphQLInputObjectType,
  object: Readonly<Record<string, unknown>>,
): string | undefined {
  const known = listClearableFieldNames(type)
  const names = known.join(', ')
  if (known.length === 0) return 'is not a field here'
  if (!Array.isArray(listed)) return `must be a list of ${names}`
  if (!listed.every((name) => known.includes(name))) return `must only list ${names}`
  const set = listed.find((name: string) => object[name] != null)
  return set === undefined ? undefined : `lists ${set}, which has a value too`
}
