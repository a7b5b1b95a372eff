import { isDeepStrictEqual } from 'node:util'
import {
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql'
import {
  getJsonSchemasBySiblingValue,
  type JsonSchema,
  type JsonSchemasBySiblingValue,
  makeFieldOrArgumentJsonSchema,
  makeInputTypeJsonSchema,
  makeNullableJsonSchema,
  makeObjectTypeJsonSchema,
  makeScalarJsonSchema,
  type NamedTypeSchemaConverter,
  removeNullFromJsonSchema,
} from '../../../operations/json-schema.ts'

type Schemas = Record<string, JsonSchema>
type Fields = { [name: string]: JsonSchema }
type Described = { name: string; extensions: Readonly<Record<string, unknown>> }
type Fielded = GraphQLObjectType | GraphQLInputObjectType

/** The shared schemas of the OpenAPI document. Each schema is added when it is first referenced. */
export type OpenapiComponents = {
  schemas: Schemas
  named: NamedTypeSchemaConverter
  add(name: string, schema: JsonSchema): JsonSchema
}

const capitalised = (word: string) => word[0]!.toUpperCase() + word.slice(1)
const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const unknown: JsonSchema = {}

export function makeOpenapiComponents(): OpenapiComponents {
  const schemas: Schemas = {}

  /**
   * Adds a schema and returns a reference to it.
   * @throws Error at startup if another schema already has the name
   */
  function add(name: string, schema: JsonSchema): JsonSchema {
    const known = schemas[name]
    if (known && known !== unknown && !isDeepStrictEqual(known, schema)) throw new Error(`${name} has two schemas.`)
    schemas[name] = schema
    return refTo(name)
  }

  const named: NamedTypeSchemaConverter = (type) => {
    if (isScalarType(type)) return makeScalarJsonSchema(type)
    if (!(type.name in schemas)) {
      // A placeholder is added before the complete schema, because a type may refer to itself.
      add(type.name, unknown)
      add(type.name, shapeOfNamed(type))
    }
    return refTo(type.name)
  }

  function shapeOfNamed(type: GraphQLNamedType): JsonSchema {
    const { name, description } = type
    if (isEnumType(type)) return { type: 'string', enum: type.getValues().map((value) => value.name), description }
    if (isUnionType(type)) return { anyOf: type.getTypes().map(named), description }
    if (isInputObjectType(type)) return withSchemasBySibling(type, makeInputTypeJsonSchema(type, named))
    if (isObjectType(type)) return withSchemasBySibling(type, makeObjectTypeJsonSchema(type, named))
    throw new Error(`${name} is a kind of type that REST cannot describe.`)
  }

  const contents = (field: string, { schemas }: JsonSchemasBySiblingValue): [string, JsonSchema][] =>
    Object.entries(schemas).map(([value, schema]) => [value, add(capitalised(value) + capitalised(field), schema)])

  /**
   * Returns the JSON Schema of a type in which one field decides the schema of another, such as a block's `type` and
   * `content`.
   */
  function withSchemasBySibling(type: Fielded, shape: JsonSchema): JsonSchema {
    const fields: Described[] = Object.values(type.getFields())
    const field = fields.find(getJsonSchemasBySiblingValue)
    const bySibling = field && getJsonSchemasBySiblingValue(field)
    if (!bySibling) return shape
    const { description, examples, ...common } = shape
    const properties = common.properties as Fields
    const kinds = contents(field.name, bySibling)
    const known = (common.required as string[] | undefined) ?? []
    const own = properties[field.name]!
    const about = { description: own.description }
    // `bySibling.by` names the deciding field. If this field is optional, only the other field has alternatives.
    if (!known.includes(bySibling.by)) {
      const anyContent = { anyOf: kinds.map(([, ref]) => ref) }
      const nullable = Array.isArray(own.type) && own.type.includes('null')
      return {
        ...shape,
        properties: {
          ...properties,
          [field.name]: { ...(nullable ? makeNullableJsonSchema(anyContent) : anyContent), ...about },
        },
      }
    }
    // If the deciding field is required, the schema of the type has one alternative for each value of this field.
    const options = kinds.map(([value, ref]): [string, JsonSchema] => {
      const by = { type: 'string', const: value, description: properties[bySibling.by]!.description }
      const members = { ...properties, [bySibling.by]: by, [field.name]: { ...ref, ...about } }
      const title = capitalised(value) + type.name
      return [
        value,
        add(title, {
          ...common,
          description: `${description} Its \`${bySibling.by}\` is \`${value}\`.`,
          properties: members,
        }),
      ]
    })
    return {
      description,
      oneOf: options.map(([, ref]) => ref),
      discriminator: {
        propertyName: bySibling.by,
        mapping: Object.fromEntries(options.map(([value, ref]) => [value, ref.$ref])),
      },
      ...(examples !== undefined && { examples }),
    }
  }

  return { schemas, named, add }
}

/**
 * Returns the JSON Schema of an OpenAPI parameter. The schema does not allow null. It has no description, because
 * OpenAPI puts the description beside the schema.
 */
export function makeParameterJsonSchema(
  field: Parameters<typeof makeFieldOrArgumentJsonSchema>[0],
  named: NamedTypeSchemaConverter,
): JsonSchema {
  const { description: _description, ...shape } = makeFieldOrArgumentJsonSchema(field, named)
  return removeNullFromJsonSchema(shape).rule
}
