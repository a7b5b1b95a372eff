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
function compact({ format, minLength, maxLength, pattern, additionalProperties, examples, ...schema }: JsonSchema) {
  return { ...schema, ...(format !== 'uuid' && maxLength !== undefined && { maxLength }) }
}

const named: Named = (type) => {
  if (isScalarType(type)) return compact(scalarShape(type))
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) }
  if (isInputObjectType(type)) {
    const { properties, required } = inputShapes(type)
    return { type: 'object', properties, ...(required.length > 0 && { required }) }
  }
  throw new Error(`${type.name} is no type of an argument.`)
}

function told(field: GraphQLArgument | GraphQLInputField, shape: JsonSchema): JsonSchema {
  const variants = variantsOf(field)
  if (!variants) return compact(shape)
  const sketches = Object.entries(variants.schemas).map(([name, schema]) => `${name} ${sketchOf(schema)}`)
  return { ...compact(shape), description: `By ${variants.by}: ${sketches.join('; ')}` }
}

/** An argument that is there has a value: null would mean the same as its absence. */
export function argumentShape(argument: GraphQLArgument): JsonSchema {
  const shape = told(argument, fieldShape(argument, named))
  const type = Array.isArray(shape.type) ? shape.type.find((one) => one !== 'null') : shape.type
  return { ...shape, type, ...(Array.isArray(shape.enum) && { enum: shape.enum.filter((value) => value !== null) }) }
}

/** The fields of an input, each with its shape, and those that must be there. */
export function inputShapes(type: GraphQLInputObjectType): { properties: Properties; required: string[] } {
  const { properties, required = [] } = inputShape(type, named) as { properties: Properties; required?: string[] }
  const fields = type.getFields()
  const shapes = Object.entries(properties).map(([name, shape]) => [name, told(fields[name]!, shape)])
  return { properties: Object.fromEntries(shapes), required }
}
