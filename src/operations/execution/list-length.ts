import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql'
import type { InvalidField } from '../../platform/errors.ts'

/**
 * The maximum number of entries of a list in a request. Lists in JSON values have other limits, and some operations
 * have lower limits.
 */
export const maxListEntries = 25_000

const listTypes = new WeakMap<GraphQLInputType, boolean>()

/**
 * Returns whether values of an input type can contain lists. For the scalar `JSONObject`, returns false, because other
 * limits apply to the lists in its values.
 */
function holdsLists(type: GraphQLInputType): boolean {
  const found = listTypes.get(type)
  if (found !== undefined) return found
  // If the input type contains itself, the recursion finds this temporary value and ends.
  listTypes.set(type, true)
  const inner = getNullableType(type)
  const holds =
    isListType(inner) ||
    (isInputObjectType(inner) && Object.values(inner.getFields()).some((field) => holdsLists(field.type)))
  listTypes.set(type, holds)
  return holds
}

type Path = readonly (string | number)[]

/**
 * Returns the path of the first list with too many entries, and an error message. Returns undefined if no list is too
 * long.
 */
export function findOverlongList(value: unknown, type: GraphQLInputType, at: Path): InvalidField | undefined {
  if (value === null || typeof value !== 'object' || !holdsLists(type)) return undefined
  const inner = getNullableType(type)
  if (isInputObjectType(inner)) {
    for (const field of Object.values(inner.getFields())) {
      if (!holdsLists(field.type)) continue
      const problem = findOverlongList((value as Record<string, unknown>)[field.name], field.type, [...at, field.name])
      if (problem) return problem
    }
    return undefined
  }
  if (!isListType(inner) || !Array.isArray(value)) return undefined
  if (value.length > maxListEntries)
    return { path: at.join('.'), message: `must have at most ${maxListEntries.toLocaleString('en')} entries` }
  if (!holdsLists(inner.ofType)) return undefined
  for (const [index, member] of value.entries()) {
    const problem = findOverlongList(member, inner.ofType, [...at, index])
    if (problem) return problem
  }
  return undefined
}
