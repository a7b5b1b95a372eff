import type { z } from 'zod'
import type { builder } from '../../operations/builder.ts'
import type { JsonSchema } from '../../operations/json-schema.ts'

/** The PostgreSQL types that a field's column can have. */
type ColumnType = 'text' | 'integer' | 'boolean' | 'text[]' | 'json'

type GraphqlType =
  | { scalar: 'String' | 'Int' | 'Boolean' | 'JSONObject'; isList: boolean }
  | { enumRef: ReturnType<typeof builder.enumType>; isList: boolean }

/** The weight of a word in PostgreSQL's full-text search (`setweight`): A for titles, C for other text. */
export type SearchWeight = 'A' | 'C'

/**
 * Where a field appears when a course is read as text: in the heading, in the line of short facts, in a paragraph, or
 * nowhere (`false`). The functions `fact` and `paragraph` format the value.
 */
export type FieldPlacementInCourseText<Value> =
  | 'heading'
  | 'fact'
  | { fact(value: Value): string }
  | { paragraph(value: Value): string }
  | false

/**
 * The rule for a value that the language model writes into a field. Its limits can be narrower than the limits for
 * authors.
 */
export type AiFieldValueRule =
  | { type: 'text'; about: string; maxChars: number }
  | { type: 'integer'; about: string; min: number; max: number }
  | { type: 'enum'; about: string; values: readonly string[] }
  | { type: 'list'; about: string; maxItems: number; maxChars: number }

/**
 * A `required` field is never null, a `nullable` field can be null, a `list` field can be an empty list, and a `flag`
 * field is false unless an author sets it.
 */
export type FieldPresence = 'required' | 'nullable' | 'list' | 'flag'

/**
 * The single definition of a field that an author sets. Validation, GraphQL, SQL, search, course texts and AI
 * generation use this definition.
 */
export type FieldDefinition<Value = unknown, Presence extends FieldPresence = FieldPresence> = {
  /** A property that is always undefined at run time. It only tells TypeScript the type of the field's value. */
  readonly valueType?: Value
  readonly presence: Presence
  /** The Zod schema for the values of the field, except null. */
  readonly rule: z.ZodType
  readonly columnType: ColumnType
  readonly graphql: GraphqlType
  /** Further keywords of the field's JSON Schema in OpenAPI. */
  readonly jsonSchema?: JsonSchema
  /** Whether the arguments of MCP tools have this field. Default: true. */
  readonly isForTools?: boolean
  /** The field's description in GraphQL, REST and MCP. `inputAbout` is the description in input types. */
  readonly about: string
  readonly inputAbout: string
  /** The weight of the field's words in the search index. With `false`, the index leaves the field out. */
  readonly searched: SearchWeight | false
  readonly courseText: FieldPlacementInCourseText<Value>
  /** What the language model may write into the field. With `false`, the language model does not write the field. */
  readonly aiWrites: AiFieldValueRule | false
}
