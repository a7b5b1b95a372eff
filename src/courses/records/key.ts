import type { builder } from '../../operations/builder.ts'
import { clearableFieldOptions } from '../../operations/field-options.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { makeNonBlankTextSchema, makeResponseLimitsFromZod } from '../../operations/validation.ts'
import type { ColumnDefinition } from './record.ts'

/** The Zod schema of a key: 1 to 200 characters. */
export const keySchema = makeNonBlankTextSchema(200)

/**
 * The database column of the key. Record definitions do not contain the key. A copy within a course gets all fields of
 * the record definition, but the copy must not have the same key.
 */
export const keyColumn = {
  field: 'key',
  column: 'key',
  type: 'text',
  presence: 'nullable',
  searched: false,
} as const satisfies ColumnDefinition

/** The description of the key of a module, lesson or block in GraphQL, REST and MCP. */
export const nodeKeyDescription = "The author's own identifier, unique in the course."
export const courseKeyDescription = "The author's own identifier, unique in the workspace."

/** Returns the Pothos options of the field `key` of a record. */
export const makeKeyFieldOptions = (description: string) =>
  ({ nullable: true, description, ...withJsonSchema(makeResponseLimitsFromZod(keySchema)) }) as const

type InputBuilder = PothosSchemaTypes.InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>

const withLimit = (text: string) => `${text.slice(0, -1)}: 1 to 200 characters.`

/** Declares the GraphQL input field `key` of a request that creates a record. */
export const declareKeyInCreateInput = (t: InputBuilder, text: string) => ({
  key: t.string({ description: withLimit(text) }),
})

/** Declares the GraphQL input field `key` of a request that changes a record. */
export const declareKeyInUpdateInput = (t: InputBuilder, text: string) => ({
  key: t.string({ ...clearableFieldOptions, description: withLimit(text) }),
})
