import type { JsonSchema, JsonSchemasBySiblingValue } from '../../operations/json-schema.ts'

type Properties = Readonly<Record<string, JsonSchema>>

const propertiesOf = ({ properties = {} }: JsonSchema) => properties as Properties

/**
 * Reduces a property's JSON Schema to keywords that all model vendors support. Omits descriptions, which tools would
 * repeat.
 */
function closedProperty({ type, enum: values, items, ...rest }: JsonSchema): JsonSchema | undefined {
  if (values !== undefined) return { type: 'string', enum: values }
  if (type === 'array') return { type, items: closedProperty((items ?? {}) as JsonSchema) ?? { type: 'string' } }
  if (type === 'object') {
    const properties = closedProperties([rest])
    // An object without listed properties gets no schema. `additionalProperties: false` would force it to be empty.
    return Object.keys(properties).length > 0 ? { type, properties, additionalProperties: false } : undefined
  }
  // A property of several types becomes a list of strings, which the coercion of the arguments converts.
  return type === undefined ? { type: 'array', items: { type: 'string' } } : { type }
}

function closedProperties(schemas: readonly JsonSchema[]): Properties {
  const members = schemas.flatMap((schema) => Object.entries(propertiesOf(schema)))
  return Object.fromEntries(
    members.flatMap(([name, schema]) => {
      const closed = closedProperty(schema)
      return closed ? [[name, closed]] : []
    }),
  )
}

/**
 * Merges a tool argument's alternative JSON Schemas into one object, because some modes of language models forbid
 * `oneOf`.
 */
export const mergeAlternativeJsonSchemas = ({ schemas }: JsonSchemasBySiblingValue): JsonSchema => ({
  type: 'object',
  properties: closedProperties(Object.values(schemas)),
  // Some modes of language models require `additionalProperties: false`. The service still accepts other properties.
  additionalProperties: false,
})

/**
 * Returns the names and properties of alternative JSON Schemas on one line: `text {text, format}; quiz {questions}`.
 */
export const summarizeAlternativeJsonSchemas = ({ schemas }: JsonSchemasBySiblingValue): string =>
  Object.entries(schemas)
    .map(([name, schema]) => `${name} {${Object.keys(propertiesOf(schema)).join(', ')}}`)
    .join('; ')
