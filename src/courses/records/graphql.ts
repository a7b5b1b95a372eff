import type { InputFieldRef } from '@pothos/core'
import type { builder } from '../../operations/builder.ts'
import {
  clearableFieldOptions,
  makeExposedFieldOptions,
  notInMcpToolsFieldOptions,
} from '../../operations/field-options.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { makeResponseLimitsFromZod } from '../../operations/validation.ts'
import type { FieldDefinition } from './field.ts'
import type {
  CreateInputOfFields,
  FieldDefinitions,
  RecordDefinition,
  StoredFieldValues,
  UpdateInputOfFields,
} from './record.ts'

type SchemaTypes = typeof builder.$inferSchemaTypes
type InputBuilder = PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>
type OutputBuilder<Row extends object> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Row>

type InputFields<Values> = { [K in keyof Values]-?: InputFieldRef<SchemaTypes, Values[K]> }
type OutputFields = ReturnType<Parameters<typeof builder.queryFields>[0]>

const typeOf = ({ graphql }: FieldDefinition) => ('scalar' in graphql ? graphql.scalar : graphql.enumRef)

/**
 * Calls `declare` for each field, and returns the declared fields by name. TypeScript cannot infer the type of the
 * returned object. Each caller passes it as the type argument `Result`.
 */
function eachField<Result>(
  fields: FieldDefinitions,
  declare: (name: string, field: FieldDefinition) => unknown,
): Result {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, declare(name, field)])) as Result
}

const extensionsOf = ({ jsonSchema }: FieldDefinition) => (jsonSchema ? withJsonSchema(jsonSchema).extensions : {})

/** A tool sends false to clear a flag. */
const isClearable = ({ presence }: FieldDefinition) => presence === 'nullable' || presence === 'list'

function inputField(t: InputBuilder, field: FieldDefinition, required: boolean) {
  const type = typeOf(field)
  const extensions = {
    ...extensionsOf(field),
    ...(isClearable(field) ? clearableFieldOptions.extensions : {}),
    ...(field.isForTools === false ? notInMcpToolsFieldOptions.extensions : {}),
  }
  const options = { required, description: field.inputAbout, extensions }
  return field.graphql.isList ? t.field({ ...options, type: [type] }) : t.field({ ...options, type })
}

/** Declares the GraphQL input fields of a request that creates a course, module or lesson. */
export const declareFieldsInCreateInput = <F extends FieldDefinitions>(
  t: InputBuilder,
  { fields }: RecordDefinition<F>,
) =>
  eachField<InputFields<CreateInputOfFields<F>>>(fields, (_name, field) =>
    inputField(t, field, field.presence === 'required'),
  )

/** Declares the GraphQL input fields, all optional, of a request that changes a course, module or lesson. */
export const declareFieldsInUpdateInput = <F extends FieldDefinitions>(
  t: InputBuilder,
  { fields }: RecordDefinition<F>,
) => eachField<InputFields<UpdateInputOfFields<F>>>(fields, (_name, field) => inputField(t, field, false))

/** Declares the GraphQL output fields of a course, module or lesson. */
export const declareFieldsInOutputType = <Row extends StoredFieldValues<F> & object, F extends FieldDefinitions>(
  t: OutputBuilder<Row>,
  { fields }: RecordDefinition<F>,
) =>
  eachField<OutputFields>(fields, (name, field) => {
    const type = typeOf(field)
    const options = {
      nullable: field.presence === 'nullable',
      description: field.about,
      extensions: {
        ...withJsonSchema(field.jsonSchema ?? makeResponseLimitsFromZod(field.rule)).extensions,
        ...makeExposedFieldOptions(name).extensions,
      },
      // TypeScript cannot infer the GraphQL type of a field whose name is a variable.
      // `never` is assignable to every type, so TypeScript accepts the returned value.
      resolve: (row: Row) => row[name as keyof Row] as never,
    }
    return field.graphql.isList ? t.field({ ...options, type: [type] }) : t.field({ ...options, type })
  })
