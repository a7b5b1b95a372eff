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

/** A JSON Schema, 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** For a type, a field or an argument: what its JSON Schema says beyond what a GraphQL type can say. */
export const shaped = (jsonSchema: JsonSchema) => ({ extensions: { jsonSchema } }) as const

/** The shapes of a field by the value of its sibling `by`: a block's content by its type. */
export type Variants = { by: string; schemas: Readonly<Record<string, JsonSchema>> }

/** For a field whose shape its sibling `by` decides. */
export const shapedBy = (by: string, schemas: Variants['schemas']) =>
  ({ extensions: { variants: { by, schemas } satisfies Variants } }) as const

type Described = { extensions: Readonly<Record<string, unknown>> }

const saidOf = ({ extensions }: Described) => extensions.jsonSchema as JsonSchema | undefined
export const variantsOf = ({ extensions }: Described) => extensions.variants as Variants | undefined

/** How a named type is told where it is used: in place, or by reference to where it is told once. */
export type Named = (type: GraphQLNamedType) => JsonSchema

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
  DateTime: { type: 'string', format: 'date-time', maxLength: 64 },
  JSONObject: { type: 'object' },
}

/** @throws Error for a scalar without a row above: a program fault, found when the service starts */
export function scalarShape(type: GraphQLScalarType): JsonSchema {
  const shape = saidOf(type) ?? scalars[type.name]
  if (!shape) throw new Error(`The scalar ${type.name} has no JSON Schema: declare it with shaped().`)
  return shape
}

/** The same, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type !== 'string' || 'const' in schema) return { anyOf: [schema, { type: 'null' }] }
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}
  return { ...schema, type: [schema.type, 'null'], ...values }
}

const isNull = (schema: unknown) => (schema as JsonSchema).type === 'null'

/** A schema without its `null`; and whether it had one. */
export function withoutNull(rule: JsonSchema): { rule: JsonSchema; nullable: boolean } {
  const { anyOf, ...rest } = rule
  if (Array.isArray(anyOf) && anyOf.length === 2 && anyOf.some(isNull))
    return { rule: { ...anyOf.find((one) => !isNull(one)), ...rest }, nullable: true }
  if (!Array.isArray(rule.type) || !rule.type.includes('null')) return { rule, nullable: false }
  const types = rule.type.filter((type) => type !== 'null')
  return { rule: { ...rule, type: types.length === 1 ? types[0] : types }, nullable: true }
}

function present(type: GraphQLNullableType, named: Named): JsonSchema {
  return isListType(type) ? { type: 'array', items: shapeOf(type.ofType, named) } : named(type)
}

/** A type's values as JSON Schema. */
export const shapeOf = (type: GraphQLType, named: Named): JsonSchema =>
  isNonNullType(type) ? present(type.ofType, named) : orNull(present(type, named))

/** The GraphQL type's shape, narrowed by the rule; what stands elsewhere by reference is told there. */
function narrowed(shape: JsonSchema, rule: JsonSchema): JsonSchema {
  if ('$ref' in shape || 'oneOf' in shape) return shape
  const { items, properties: _told, required: _also, ...limits } = rule
  const inner = shape.items && items ? { items: narrowed(shape.items as JsonSchema, items as JsonSchema) } : {}
  return { ...shape, ...limits, ...inner }
}

type Field = Described & { type: GraphQLType; description?: string | null }

/** A field or an argument: its type with what `shaped` and the rule of its input say of it. */
export function fieldShape(field: Field, named: Named, rule?: JsonSchema): JsonSchema {
  const { type, description } = field
  const checked = rule && withoutNull(rule)
  const shape = present(isNonNullType(type) ? type.ofType : type, named)
  const narrow = narrowed(narrowed(shape, checked?.rule ?? {}), saidOf(field) ?? {})
  const nullable = !isNonNullType(type) && (checked?.nullable ?? true)
  return { ...(nullable ? orNull(narrow) : narrow), ...(description && { description }) }
}

type Properties = Readonly<Record<string, JsonSchema>>

/** What is sent: nothing but the known fields, within the limits of the rule that checks them. */
export function inputShape(type: GraphQLInputObjectType, named: Named): JsonSchema {
  const {
    properties: rules,
    required: also = [],
    ...said
  } = (saidOf(type) ?? {}) as {
    properties?: Properties
    required?: readonly string[]
  }
  const fields = Object.values(type.getFields())
  const properties = fields.map((field) => [field.name, fieldShape(field, named, rules?.[field.name])])
  const required = fields
    .filter(
      ({ name, type, defaultValue }) => (isNonNullType(type) && defaultValue === undefined) || also.includes(name),
    )
    .map(({ name }) => name)
  return {
    type: 'object',
    ...(type.description && { description: type.description }),
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...said,
  }
}

/** What is answered: every field is there. */
export function recordShape(type: GraphQLObjectType, named: Named): JsonSchema {
  const fields = Object.values(type.getFields())
  return {
    type: 'object',
    ...(type.description && { description: type.description }),
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldShape(field, named)])),
    required: fields.map(({ name }) => name),
    ...saidOf(type),
  }
}
