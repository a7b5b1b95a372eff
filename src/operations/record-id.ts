import { GraphQLID } from 'graphql'
import type { builder } from './builder.ts'
import { graphqlOnlyFieldOptions, makeExposedFieldOptions } from './field-options.ts'
import { makeScalarJsonSchema, withJsonSchema } from './json-schema.ts'

type SchemaTypes = typeof builder.$inferSchemaTypes
type OutputBuilder<Row extends object> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Row>
type Fields = ReturnType<Parameters<typeof builder.queryFields>[0]>

const idJsonSchema = makeScalarJsonSchema(GraphQLID)

/**
 * Declares two fields that return the id of a record in an object about the record, such as a search result. The field
 * `id` has the type String, because Relay treats an object with `id: ID` as the record. The field `<name>` has the type
 * ID.
 */
export function declareIdFieldPair<Row extends { id: string | null }>(
  t: OutputBuilder<Row>,
  name: string,
  description: string,
  { nullable = false } = {},
): Fields {
  // TypeScript cannot infer from `nullable` whether `id` may be null, so a cast is necessary.
  const options = { nullable, description, ...makeExposedFieldOptions('id'), resolve: ({ id }: Row) => id as never }
  const { extensions } = withJsonSchema(idJsonSchema)
  return {
    id: t.string({
      ...options,
      deprecationReason: `Select ${name}. Clients that store objects by id would take this object for the record.`,
      extensions: { ...options.extensions, ...extensions },
    }),
    [name]: t.id({ ...options, extensions: { ...options.extensions, ...graphqlOnlyFieldOptions.extensions } }),
  }
}
