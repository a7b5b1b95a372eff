import { MapperKind, mapSchema } from '@graphql-tools/utils'
import type { GraphQLFieldResolver } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { GraphQLContext } from '../../src/operations/context.ts'
import { graphqlSchema } from '../../src/server/schema.ts'

/** Replaces the resolver of one field. */
export function replaceResolver(
  place: `${string}.${string}`,
  resolve: GraphQLFieldResolver<unknown, GraphQLContext>,
): Plugin {
  const broken = mapSchema(graphqlSchema, {
    [MapperKind.OBJECT_FIELD]: (field, name, typeName) =>
      `${typeName}.${name}` === place ? { ...field, resolve } : undefined,
  })
  return { onEnveloped: ({ setSchema }) => setSchema(broken) }
}
