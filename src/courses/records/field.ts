import type { z } from 'zod'
import type { builder } from '../../operations/builder.ts'

/** The PostgreSQL types that a field's column can have. */
export type ColumnType = 'text' | 'integer' | 'text[]' | 'json'

type GraphqlType =
  | { scalar: 'String' | 'Int' | 'JSONObject'; isList: boolean }
  | { enumRef: ReturnType<typeof builder.enumType>; isList: boolean }

/** The weight of a word in PostgreSQL's full-text search (`setweight`): A for titles, C for other text. */
export type SearchWeight = 'A' | 'C'

/**
 * How a course as text shows a field. `heading` shows the value in the heading. `fact` shows the value in the line of
 * identifiers, and a `fact` function can reword the value. `paragraph` shows a paragraph. `false` hides the field.
 */
export type ReadingPlacement<Value> =
  | 'heading'
  | 'fact'
  | { fact(value: Value): string }
  | { paragraph(value: Value): string }
  | false

/** What the language model may write into a field. Its limits can be narrower than the limits for authors. */
export type DraftRule =
  | { type: 'text'; about: string; maxChars: number }
  | { type: 'integer'; about: string; min: number; max: number }
  | { type: 'enum'; about: string; values: readonly string[] }
  | { type: 'list'; about: string; maxItems: number; maxChars: number }

/**
 * The definition of a field that an author sets on a course, module or lesson. It is the only definition of the field.
 * Validation, GraphQL types, SQL, search, the course as text and AI drafts all use it.
 */
export type FieldDefinition<
  Value = unknown,
  Presence extends 'required' | 'nullable' | 'list' = 'required' | 'nullable' | 'list',
> = {
  /** The TypeScript type of the value. This member has no value at run time. */
  readonly valueType?: Value
  /** `required`: the field always has a value. `nullable`: it can be null. `list`: it can be an empty list. */
  readonly presence: Presence
  /** Checks a value that is not null. */
  readonly rule: z.ZodType
  readonly columnType: ColumnType
  readonly graphql: GraphqlType
  /** The field's description in GraphQL, REST and MCP. `inputAbout` is the description in input types. */
  readonly about: string
  readonly inputAbout: string
  /** The weight of the field's words in the search index. With `false`, the index leaves the field out. */
  readonly searched: SearchWeight | false
  readonly reading: ReadingPlacement<Value>
  /** What the AI may write into the field. With `false`, the AI does not write the field. */
  readonly draft: DraftRule | false
}
