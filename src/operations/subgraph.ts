import { filterSchema, printSchemaWithDirectives } from '@graphql-tools/utils'
import type { GraphQLSchema } from 'graphql'
import { builder } from './builder.ts'
import { operation } from './operation.ts'

const serviceRef = builder.objectRef<{ sdl: string }>('_Service').implement({
  description: 'This service as a subgraph of Apollo Federation.',
  fields: (t) => ({
    sdl: t.exposeString('sdl', { description: 'The GraphQL schema with the directives of Apollo Federation 2.' }),
  }),
})

/** The options that make the GraphQL schema a schema of Apollo Federation 2. */
export const federationSchemaOptions = {
  directives: [
    { name: 'link', args: { url: 'https://specs.apollo.dev/federation/v2.6', import: ['@key', '@shareable'] } },
  ],
}

/**
 * Prints the GraphQL schema of the subgraph with the directives of Federation, but without the fields that only
 * gateways call.
 */
const printSubgraph = (schema: GraphQLSchema): string =>
  printSchemaWithDirectives(
    filterSchema({
      schema,
      rootFieldFilter: (_operation, name) => !name.startsWith('_'),
      typeFilter: (name) => !name.startsWith('_'),
    }),
  )

/**
 * Declares the query `_service`, with which a gateway of Apollo Federation reads the schema. The schema is printed only
 * once.
 */
export function declareSubgraphService(getSchema: () => GraphQLSchema): void {
  let sdl: string | undefined
  function readSdl(): string {
    sdl ??= printSubgraph(getSchema())
    return sdl
  }
  builder.queryField('_service', (t) =>
    t.field({
      ...operation({ access: 'courses:read' }),
      type: serviceRef,
      description: 'The schema of this service, for a gateway of Apollo Federation.',
      resolve: () => ({ sdl: readSdl() }),
    }),
  )
}
