import {
  type GraphQLInputType,
  type GraphQLOutputType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql'
import { isInputFieldWithoutEffect } from '../../operations/field-options.ts'
import { isJsonObject } from '../../operations/json-object.ts'

/**
 * The members of a resource that only the service writes. `inside` has those of the objects in its lists, such as the
 * lessons of a course tree.
 */
export type ReadOnlyMembers = {
  names: ReadonlySet<string>
  inside: ReadonlyMap<string, ReadOnlyMembers>
}

const noMembers: ReadOnlyMembers = { names: new Set(), inside: new Map() }

const listedType = <Type extends GraphQLInputType | GraphQLOutputType>(type: Type) => {
  const present = getNullableType(type)
  return isListType(present) ? getNullableType(present.ofType) : undefined
}

/** Returns the members that a resource has in responses (`output`) and that have no effect in a request (`input`). */
export function findReadOnlyMembers(output: GraphQLOutputType, input: GraphQLInputType): ReadOnlyMembers {
  const [resource, change] = [getNullableType(output), getNullableType(input)]
  if (!isObjectType(resource) || !isInputObjectType(change)) return noMembers
  const names = new Set<string>()
  const inside = new Map<string, ReadOnlyMembers>()
  const inputFields = change.getFields()
  for (const { name, type } of Object.values(resource.getFields())) {
    const field = inputFields[name]
    if (!field || isInputFieldWithoutEffect(field)) {
      names.add(name)
      continue
    }
    const [entry, entryChange] = [listedType(type), listedType(field.type)]
    if (isObjectType(entry) && isInputObjectType(entryChange)) inside.set(name, findReadOnlyMembers(entry, entryChange))
  }
  return { names, inside }
}

/** Returns a request body without its read-only members. Whatever their values are, they have no effect. */
export function removeReadOnlyMembers(body: unknown, { names, inside }: ReadOnlyMembers): unknown {
  if (!isJsonObject(body)) return body
  const kept = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    if (names.has(name)) return []
    const ofEntries = inside.get(name)
    if (!ofEntries || !Array.isArray(value)) return [[name, value]]
    return [[name, value.map((entry: unknown) => removeReadOnlyMembers(entry, ofEntries))]]
  })
  return Object.fromEntries(kept)
}
