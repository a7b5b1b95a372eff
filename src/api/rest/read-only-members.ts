import { type GraphQLInputType, type GraphQLOutputType, getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { isInputFieldWithoutEffect } from '../../operations/field-options.ts'
import type { ReadOnlyMembers } from '../../operations/member-options.ts'

/**
 * Returns the members that a resource has in responses (`output`) and that have no effect in a request (`input`), also
 * those of the objects in its lists, such as the lessons of a course tree.
 */
export function findReadOnlyMembers(output: GraphQLOutputType, input: GraphQLInputType): ReadOnlyMembers {
  const members = new Map<string, ReadonlySet<string>>()
  function addMembersOf(outputType: GraphQLOutputType, inputType: GraphQLInputType): void {
    const [resource, change] = [getNamedType(outputType), getNamedType(inputType)]
    if (!isObjectType(resource) || !isInputObjectType(change) || members.has(change.name)) return
    const inputFields = change.getFields()
    const fields = Object.values(resource.getFields())
    const isReadOnly = (name: string) => !inputFields[name] || isInputFieldWithoutEffect(inputFields[name])
    members.set(change.name, new Set(fields.map(({ name }) => name).filter(isReadOnly)))
    for (const { name, type } of fields) if (!isReadOnly(name)) addMembersOf(type, inputFields[name]!.type)
  }
  addMembersOf(output, input)
  return members
}
