import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  isEnumType,
  isInputObjectType,
  isScalarType,
} from 'graphql'
import type { OperationArgument } from '../../operations/catalogue.ts'
import {
  type JsonSchema,
  makeFieldJsonSchema,
  makeInputTypeJsonSchema,
  makeScalarJsonSchema,
  type NamedTypeToJsonSchema,
  readJsonSchemaVariants,
} from '../../operations/json-schema.ts'

type Properties = Record<string, JsonSchema>

/** Returns a one-line summary of a JSON Schema, such as `{ text, format: markdown|html|plain }`. */
function sketchOf({ type, properties, items, enum: values }: JsonSchema): string {
  if (Array.isArray(values)) return values.join('|')
  if (type === 'array') return `[${sketchOf((items ?? {}) as JsonSchema)}]`
  if (!properties) return ''
  const members = Object.entries(properties as Properties).map(([name, member]) => {
    const sketch = sketchOf(member)
    return sketch ? `${name}: ${sketch}` : name
  })
  return members.length > 0 ? `{${members.join(', ')}}` : ''
}

/**
 * Removes JSON Schema keywords that a language model does not need: examples, ID formats, and limits whose error
 * messages are clear.
 */
function compact(shape: JsonSchema): JsonSchema {
  const {
    format,
    minLength,
    maxLength,
    maxItems,
    minimum,
    maximum,
    pattern,
    additionalProperties,
    examples,
    ...schema
  } = shape
  return { ...schema, ...(format !== 'uuid' && maxLength !== undefined && { maxLength }) }
}

/**
 * Returns a JSON Schema with a single type, because some MCP clients reject unions. If `withNull` is true, text fields
 * also accept `null`, which clears the field. In all other fields, `null` means the same as an absent field.
 */
function toSingleTypeSchema({ type, enum: values, ...rest }: JsonSchema, withNull: boolean): JsonSchema {
  const types = [type].flat()
  const present = {
    ...(type !== undefined && { type: types.find((one) => one !== 'null') }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
  }
  if (!withNull || types.length === 1 || present.type !== 'string') return { ...present, ...rest }
  return { anyOf: [present, { type: 'null' }], ...rest }
}

const namedFor =
  (withNull: boolean): NamedTypeToJsonSchema =>
  (type) => {
    if (isScalarType(type)) return makeScalarJsonSchema(type)
    if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) }
    if (isInputObjectType(type)) {
      const { properties, required } = makeInputFieldJsonSchemas(type, withNull)
      return { type: 'object', properties, ...(required.length > 0 && { required }) }
    }
    throw new Error(`${type.name} is not the type of an argument.`)
  }

function compactField(field: Pick<GraphQLInputField, 'extensions'>, shape: JsonSchema, withNull: boolean): JsonSchema {
  const short = toSingleTypeSchema(compact(shape), withNull)
  const variants = readJsonSchemaVariants(field)
  if (!variants) return short
  const sketches = Object.entries(variants.schemas).map(([name, schema]) => `${name} ${sketchOf(schema)}`)
  return { ...short, description: `By ${variants.by}: ${sketches.join('; ')}` }
}

export const makeArgumentJsonSchema = (argument: OperationArgument): JsonSchema =>
  compactField(argument, makeFieldJsonSchema(argument, namedFor(false)), false)

/** Returns the JSON Schemas of the fields of an input type, and the names of the required fields. */
export function makeInputFieldJsonSchemas(
  type: GraphQLInputObjectType,
  withNull: boolean,
): { properties: Properties; required: string[] } {
  const shape = makeInputTypeJsonSchema(type, namedFor(withNull)) as { properties: Properties; required?: string[] }
  const fields = type.getFields()
  const properties = Object.entries(shape.properties).map(([name, one]) => [
    name,
    compactField(fields[name]!, one, withNull),
  ])
  return { properties: Object.fromEntries(properties), required: shape.required ?? [] }
}
