import {
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLNullableType,
  type GraphQLObjectType,
  type GraphQLScalarType,
  type GraphQLType,
  isListType,
  isNonNullType,
} from 'graphql'
import { isInputFieldWithoutEffect } from './field-options.ts'

/** A JSON Schema object, version 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Returns the options that add JSON Schema keywords, such as `maxLength`, to a GraphQL type, field or argument. */
export const withJsonSchema = (jsonSchema: JsonSchema) => ({ extensions: { jsonSchema } }) as const

/**
 * The JSON Schemas of a field that depends on another field. For example, the `type` of a block decides the schema of
 * its `content`.
 */
export type JsonSchemasBySiblingValue = {
  by: string
  /** The JSON Schemas of the dependent field. The keys are the values of the field that `by` names. */
  schemas: Readonly<Record<string, JsonSchema>>
  /** Converts a value from the schema of the MCP tool, which can be simpler, to the schema of the operation. */
  fromTool?(value: Record<string, unknown>): unknown
  /** A sentence in the descriptions of MCP tools. It tells agents how to write a value of the field. */
  toolNote?: string
}

/**
 * Returns the options of a field whose JSON Schema depends on the field `by` of the same object. The keys of `schemas`
 * are the values of `by`.
 */
export const makeFieldOptionsWithSchemaBySibling = (
  by: string,
  schemas: JsonSchemasBySiblingValue['schemas'],
  forTools: Pick<JsonSchemasBySiblingValue, 'fromTool' | 'toolNote'> = {},
) =>
  ({ extensions: { jsonSchemasBySibling: { by, schemas, ...forTools } satisfies JsonSchemasBySiblingValue } }) as const

type Described = { extensions: Readonly<Record<string, unknown>> }

/** Returns the JSON Schema keywords that `withJsonSchema` has added. */
export const readJsonSchemaExtension = ({ extensions }: Described) => extensions.jsonSchema as JsonSchema | undefined
export const getJsonSchemasBySiblingValue = ({ extensions }: Described) =>
  extensions.jsonSchemasBySibling as JsonSchemasBySiblingValue | undefined

/** A function that returns the JSON Schema of a named GraphQL type: the whole schema, or a `$ref` to it. */
export type NamedTypeSchemaConverter = (type: GraphQLNamedType) => JsonSchema

const scalars: Readonly<Record<string, JsonSchema>> = {
  ID: {
    type: 'string',
    format: 'uuid',
    minLength: 36,
    maxLength: 36,
    examples: ['01890a5d-ac96-774b-bcce-b302099a8057'],
  },
  String: { type: 'string' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  JSONObject: { type: 'object', additionalProperties: true },
}

/**
 * Returns the JSON Schema of a scalar type.
 * @throws Error at startup for a scalar that has no JSON Schema
 */
export function makeScalarJsonSchema(type: GraphQLScalarType): JsonSchema {
  const shape = readJsonSchemaExtension(type) ?? scalars[type.name]
  if (!shape) throw new Error(`The scalar ${type.name} has no JSON Schema. Declare it with withJsonSchema().`)
  return shape
}

/** Returns a copy of a JSON Schema that also accepts null. */
export function makeNullableJsonSchema(schema: JsonSchema): JsonSchema {
  if (typeof schema.type !== 'string' || 'const' in schema) return { anyOf: [schema, { type: 'null' }] }
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}
  return { ...schema, type: [schema.type, 'null'], ...values }
}

const isNull = (schema: unknown) => (schema as JsonSchema).type === 'null'

/**
 * Returns the given JSON Schema in a form that does not accept null. The property `nullable` of the result is true if
 * the given schema accepted null.
 */
export function removeNullFromJsonSchema(rule: JsonSchema): { rule: JsonSchema; nullable: boolean } {
  const { anyOf, ...rest } = rule
  if (Array.isArray(anyOf) && anyOf.length === 2 && anyOf.some(isNull))
    return { rule: { ...anyOf.find((one) => !isNull(one)), ...rest }, nullable: true }
  if (!Array.isArray(rule.type) || !rule.type.includes('null')) return { rule, nullable: false }
  const types = rule.type.filter((type) => type !== 'null')
  return { rule: { ...rule, type: types.length === 1 ? types[0] : types }, nullable: true }
}

function present(type: GraphQLNullableType, named: NamedTypeSchemaConverter): JsonSchema {
  return isListType(type) ? { type: 'array', items: convertTypeToJsonSchema(type.ofType, named) } : named(type)
}

/** Returns the JSON Schema of a GraphQL type. The schema of a nullable type accepts null. */
export const convertTypeToJsonSchema = (type: GraphQLType, named: NamedTypeSchemaConverter): JsonSchema =>
  isNonNullType(type) ? present(type.ofType, named) : makeNullableJsonSchema(present(type, named))

/**
 * Adds the limits of `rule`, such as `maxLength`, to a JSON Schema. A schema with `$ref` or `oneOf` stays unchanged.
 */
function narrowed(shape: JsonSchema, rule: JsonSchema): JsonSchema {
  if ('$ref' in shape || 'oneOf' in shape) return shape
  const { items, properties: _properties, required: _required, ...limits } = rule
  const inner = shape.items && items ? { items: narrowed(shape.items as JsonSchema, items as JsonSchema) } : {}
  return { ...shape, ...limits, ...inner }
}

type Field = Described & { type: GraphQLType; description?: string | null }

/**
 * Returns the JSON Schema of a field or argument.
 * @param rule the keywords that the input type declares for the field
 */
export function makeFieldOrArgumentJsonSchema(
  field: Field,
  named: NamedTypeSchemaConverter,
  rule?: JsonSchema,
): JsonSchema {
  const { type, description } = field
  const checked = rule && removeNullFromJsonSchema(rule)
  const shape = present(isNonNullType(type) ? type.ofType : type, named)
  const narrow = narrowed(narrowed(shape, checked?.rule ?? {}), readJsonSchemaExtension(field) ?? {})
  const nullable = !isNonNullType(type) && (checked?.nullable ?? true)
  return { ...(nullable ? makeNullableJsonSchema(narrow) : narrow), ...(description && { description }) }
}

type Properties = Readonly<Record<string, JsonSchema>>

/** Returns the JSON Schema of a member of a request that has no effect, so that it may have any value. */
export const makeReadOnlyMemberJsonSchema = (description?: string | null): JsonSchema => ({
  readOnly: true,
  ...(description && { description }),
})

/** Returns the JSON Schema of a GraphQL input type. The schema does not allow unknown fields. */
export function makeInputTypeJsonSchema(type: GraphQLInputObjectType, named: NamedTypeSchemaConverter): JsonSchema {
  const {
    properties: rules,
    required: requiredByRule = [],
    ...declared
  } = (readJsonSchemaExtension(type) ?? {}) as {
    properties?: Properties
    required?: readonly string[]
  }
  const fields = Object.values(type.getFields())
  const properties = fields.map((field) => [
    field.name,
    isInputFieldWithoutEffect(field)
      ? makeReadOnlyMemberJsonSchema(field.description)
      : makeFieldOrArgumentJsonSchema(field, named, rules?.[field.name]),
  ])
  const required = fields
    .filter(
      ({ name, type, defaultValue }) =>
        (isNonNullType(type) && defaultValue === undefined) || requiredByRule.includes(name),
    )
    .map(({ name }) => name)
  return {
    type: 'object',
    ...(type.description && { description: type.description }),
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...declared,
  }
}

/** Returns the JSON Schema of a GraphQL object type. The schema requires all fields. */
export function makeObjectTypeJsonSchema(type: GraphQLObjectType, named: NamedTypeSchemaConverter): JsonSchema {
  const fields = Object.values(type.getFields())
  return {
    type: 'object',
    ...(type.description && { description: type.description }),
    properties: Object.fromEntries(fields.map((field) => [field.name, makeFieldOrArgumentJsonSchema(field, named)])),
    required: fields.map(({ name }) => name),
    ...readJsonSchemaExtension(type),
  }
}
