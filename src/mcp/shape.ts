import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  isEnumType,
  isInputObjectType,
  isScalarType,
} from 'graphql'
import { fieldShape, inputShape, type JsonSchema, type Named, scalarShape, variantsOf } from '../shapes.ts'

type Properties = Record<string, JsonSchema>

/** A JSON Schema in a line, for those who write such values: `{ text, format: markdown|html|plain }`. */
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

/** What a reader of tools does not need of a shape: how identifiers are spelt, examples, and what is refused anyway. */
function compact(shape: JsonSchema): JsonSchema {
  const { format, minLength, maxLength, maxItems, pattern, additionalProperties, examples, ...schema } = shape
  return { ...schema, ...(format !== 'uuid' && maxLength !== undefined && { maxLength }) }
}

/**
 * A shape of one type each, which every client's dialect has. Null is told only where it clears a text: elsewhere it
 * means the same as absence.
 */
export function single({ type, enum: values, ...rest }: JsonSchema, withNull: boolean): JsonSchema {
  const types = [type].flat()
  const present = {
    ...(type !== undefined && { type: types.find((one) => one !== 'null') }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
  }
  if (!withNull || types.length === 1 || present.type !== 'string') return { ...present, ...rest }
  return { anyOf: [present, { type: 'null' }], ...rest }
}

const namedFor =
  (withNull: boolean): Named =>
  (type) => {
    if (isScalarType(type)) return scalarShape(type)
    if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) }
    if (isInputObjectType(type)) {
      const { properties, required } = inputShapes(type, withNull)
      return { type: 'object', properties, ...(required.length > 0 && { required }) }
    }
    throw new Error(`${type.name} is no type of an argument.`)
  }

function told(field: GraphQLArgument | GraphQLInputField, shape: JsonSchema, withNull: boolean): JsonSchema {
  const short = single(compact(shape), withNull)
  const variants = variantsOf(field)
  if (!variants) return short
  const sketches = Object.entries(variants.schemas).map(([name, schema]) => `${name} ${sketchOf(schema)}`)
  return { ...short, description: `By ${variants.by}: ${sketches.join('; ')}` }
}

export const argumentShape = (argument: GraphQLArgument): JsonSchema =>
  told(argument, fieldShape(argument, namedFor(false)), false)

/** The fields of an input, each with its shape, and those that must be there. */
export function inputShapes(
  type: GraphQLInputObjectType,
  withNull: boolean,
): { properties: Properties; required: string[] } {
  const shape = inputShape(type, namedFor(withNull)) as { properties: Properties; required?: string[] }
  const fields = type.getFields()
  const properties = Object.entries(shape.properties).map(([name, one]) => [name, told(fields[name]!, one, withNull)])
  return { properties: Object.fromEntries(properties), required: shape.required ?? [] }
}
