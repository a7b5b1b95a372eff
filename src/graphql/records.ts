import { type GraphQLNamedType, type GraphQLOutputType, getNamedType, isObjectType } from 'graphql'
import { isGraphqlOnly, isNested } from '../expose.ts'

type Field = { extensions: Readonly<Record<string, unknown>>; type: GraphQLOutputType }

const isRecord = (type: GraphQLNamedType | undefined) => isObjectType(type) && 'id' in type.getFields()

/** Whether the faces that tell records one by one show a field of `parent`: records around a record are left out. */
export function isShown(parent: GraphQLNamedType | undefined, field: Field): boolean {
  if (isGraphqlOnly(field)) return false
  return isNested(field) || !(isRecord(parent) && isRecord(getNamedType(field.type)))
}

/** What is told of a value: the selection set of every field that is shown, empty for a leaf. */
export function selectionOf(type: GraphQLOutputType): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields())
    .filter((field) => isShown(named, field))
    .map((field) => `${field.name} ${selectionOf(field.type)}`.trim())
  return `{ ${fields.join(' ')} }`
}
