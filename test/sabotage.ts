import { MapperKind, mapSchema } from '@graphql-tools/utils'
import type { GraphQLFieldResolver } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from '../src/context.ts'
import { schema } from '../src/schema.ts'

/** Puts another resolver in the place of one field's. */
export function sabotaged(place: `${string}.${string}`, resolve: GraphQLFieldResolver<unknown, Context>): Plugin {
  const broken = mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field, name, typeName) =>
      `${typeName}.${name}` === place ? { ...field, resolve } : undefined,
  })
  return { onEnveloped: ({ setSchema }) => setSchema(broken) }
}
