import { GraphQLID } from 'graphql'
import type { builder } from './builder.ts'
import { graphqlOnlyFieldOptions, makeExposedFieldOptions } from './field-options.ts'
import { makeScalarJsonSchema, withJsonSchema } from './json-schema.ts'

type SchemaTypes = typeof builder.$inferSchemaTypes
type OutputBuilder<Row extends object> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Row>
type Fields = ReturnType<Parameters<typeof builder.queryFields>[0]>

const idJsonSchema = makeScalarJsonSchema(GraphQLID)

/**
 * Declares the id fields of a type that describes a record but is not the record itself, such as a search result or a
 * deleted course. Clients such as Relay store every object by its field `id: ID`, and would confuse the object with the
 * record. So the type gets two fields with the same value: `id: String`, and a field of the type `ID` with another
 * name. REST and MCP return only `id`.
 * @param name the name of the second field
 */
export function declareIdFieldPair<Row extends { id: string | null }>(
  t: OutputBuilder<Row>,
  name: string,
  description: string,
  { nullable = false } = {},
): Fields {
  // The cast is necessary, because TypeScript cannot tell from `nullable` whether the `id` of a row may be null.
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
