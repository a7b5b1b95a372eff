import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils'
import { type GraphQLNamedType, type GraphQLOutputType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql'
import { isGraphqlOnlyField, isNestedRecordsField } from './field-options.ts'

const isRecord = (type: GraphQLNamedType | undefined) => isObjectType(type) && 'id' in type.getFields()

/**
 * Returns the GraphQL schema without the fields that REST and MCP leave out. If a field of a record contains other
 * records, REST and MCP usually leave it out.
 */
export function makeRestAndMcpSchema(schema: GraphQLSchema): GraphQLSchema {
  const roots = [schema.getQueryType()?.name, schema.getMutationType()?.name, schema.getSubscriptionType()?.name]

  function isShown(typeName: string, type: GraphQLOutputType, extensions: Readonly<Record<string, unknown>>): boolean {
    if (roots.includes(typeName)) return true
    if (isGraphqlOnlyField({ extensions })) return false
    return isNestedRecordsField({ extensions }) || !(isRecord(schema.getType(typeName)) && isRecord(getNamedType(type)))
  }
  const view = mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field, _name, typeName) =>
      isShown(typeName, field.type, field.extensions ?? {}) ? field : null,
  })
  return pruneSchema(view)
}
