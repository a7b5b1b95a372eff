import type { z } from 'zod'
import { makeOptionalNotNullSchema } from '../../operations/validation.ts'
import type { Course, Lesson, Module } from '../../platform/db/generated/prisma/client.ts'
import type { FieldDefinition, FieldPresence } from './field.ts'

/** The field definitions of a course, module or lesson, by field name. */
export type FieldDefinitions = { readonly [name: string]: FieldDefinition }

type ValueOf<F> = F extends FieldDefinition<infer Value, infer _Presence> ? Value : never
type PresenceOf<F> = F extends FieldDefinition<infer _Value, infer Presence> ? Presence : never

type NamesWith<F extends FieldDefinitions, Presence> = {
  [K in keyof F]: PresenceOf<F[K]> extends Presence ? K : never
}[keyof F]

type Clearable = Exclude<FieldPresence, 'required'>

/** The TypeScript type of the fields in a row that was read from the database. */
export type StoredFieldValues<F extends FieldDefinitions> = {
  [K in keyof F]: PresenceOf<F[K]> extends 'nullable' ? ValueOf<F[K]> | null : ValueOf<F[K]>
}

/**
 * The TypeScript type of the input that creates a course, module or lesson. Only the required fields must be present.
 */
export type CreateInputOfFields<F extends FieldDefinitions> = { [K in NamesWith<F, 'required'>]: ValueOf<F[K]> } & {
  [K in NamesWith<F, Clearable>]?: ValueOf<F[K]> | null
}

/**
 * The TypeScript type of the input that changes a course, module or lesson. A missing field stays unchanged. `null`
 * clears a field.
 */
export type UpdateInputOfFields<F extends FieldDefinitions> = { [K in NamesWith<F, 'required'>]?: ValueOf<F[K]> } & {
  [K in NamesWith<F, Clearable>]?: ValueOf<F[K]> | null
}

type Rule<F> = z.ZodType<ValueOf<F>, ValueOf<F>>
type CreateShape<F extends FieldDefinitions> = {
  [K in keyof F]: PresenceOf<F[K]> extends 'required' ? Rule<F[K]> : z.ZodOptional<z.ZodNullable<Rule<F[K]>>>
}
type UpdateShape<F extends FieldDefinitions> = {
  [K in keyof F]: PresenceOf<F[K]> extends 'required'
    ? z.ZodOptional<Rule<F[K]>>
    : z.ZodOptional<z.ZodNullable<Rule<F[K]>>>
}

const optional = (field: FieldDefinition) => field.rule.nullish()
const makeShape = (fields: FieldDefinitions, schemaOf: (field: FieldDefinition) => z.ZodType) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]))

/** Returns the column name of a field: `duration_minutes` for `durationMinutes`. */
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The database column that stores a field. */
export type ColumnDefinition = {
  field: string
  column: string
  type: FieldDefinition['columnType']
  presence: FieldDefinition['presence']
  searched: FieldDefinition['searched']
}

/** The fields that an author sets on a course, module or lesson, with their validation rules and columns. */
export type RecordDefinition<F extends FieldDefinitions = FieldDefinitions> = {
  readonly name: string
  readonly fields: F
  /** The Zod shape (the argument of `z.object`) that checks a request to create a course, module or lesson. */
  readonly createShape: CreateShape<F>
  /** The Zod shape (the argument of `z.object`) that checks a request to change a course, module or lesson. */
  readonly updateShape: UpdateShape<F>
  readonly columns: readonly ColumnDefinition[]
}

type Models = { course: Course; module: Module; lesson: Lesson }

/**
 * Maps each field that the Prisma model lacks to a string literal type, so that TypeScript reports an error. The error
 * message contains the string, which tells the developer what to do.
 */
type StoredFields<Name extends keyof Models, F> = {
  [K in keyof F]: K extends keyof Models[Name]
    ? F[K]
    : 'Add this field to its model in prisma/schema.prisma, and run npm exec prisma generate.'
}

/**
 * Makes the definition of a course, module or lesson from its fields: the validation rules and the database columns.
 */
export function defineRecord<Name extends keyof Models, F extends FieldDefinitions>(
  name: Name,
  fields: F & StoredFields<Name, F>,
): RecordDefinition<F> {
  return {
    name,
    fields,
    createShape: makeShape(fields, (field) =>
      field.presence === 'required' ? field.rule : optional(field),
    ) as CreateShape<F>,
    updateShape: makeShape(fields, (field) =>
      field.presence === 'required' ? makeOptionalNotNullSchema(field.rule) : optional(field),
    ) as UpdateShape<F>,
    columns: Object.entries(fields).map(([field, { columnType, presence, searched }]) => ({
      field,
      column: snakeCase(field),
      type: columnType,
      presence,
      searched,
    })),
  }
}

/** The field values that a request sets. A field that the request leaves out is undefined. */
export type PartialFieldValues<F extends FieldDefinitions> = Partial<StoredFieldValues<F>>

const emptyValues = { required: null, nullable: null, list: [], flag: false } as const

/** Returns the value of a field that no author has set: null, an empty list or false. */
export const getEmptyValue = ({ presence }: Pick<ColumnDefinition, 'presence'>) => emptyValues[presence]

/**
 * Returns the fields of a request that an author can set on a course, module or lesson. A missing field is undefined.
 * In a list or a flag, null becomes the empty value.
 */
export const pickRecordFields = <F extends FieldDefinitions>(
  { columns }: RecordDefinition<F>,
  input: CreateInputOfFields<F> | UpdateInputOfFields<F>,
): PartialFieldValues<F> =>
  Object.fromEntries(
    columns.map((column) => {
      const value = getFieldValue(input, column.field)
      return [column.field, value === null ? getEmptyValue(column) : value]
    }),
  ) as PartialFieldValues<F>

/** Returns the value of a field whose name is known only at run time. Returns undefined if there is no such field. */
export const getFieldValue = (fields: object, name: string): unknown => fields[name as keyof typeof fields]
