import type { JsonSchema, JsonSchemasBySiblingValue } from '../../operations/json-schema.ts'

type Properties = Readonly<Record<string, JsonSchema>>

const propertiesOf = ({ properties = {} }: JsonSchema) => properties as Properties

/**
 * Reduces the JSON Schema of a property to keywords that all vendors of language models support:
 * - A property without a type, which accepts several types, becomes a list of strings. `convertToolArgumentValues`
 *   later converts the strings.
 * - An object that lists no properties cannot be described, so the result is undefined.
 * - Descriptions are left out, because several tools would repeat them.
 */
function closedProperty({ type, enum: values, items, ...rest }: JsonSchema): JsonSchema | undefined {
  if (values !== undefined) return { type: 'string', enum: values }
  if (type === 'array') return { type, items: closedProperty((items ?? {}) as JsonSchema) ?? { type: 'string' } }
  if (type === 'object') {
    const properties = closedProperties([rest])
    return Object.keys(properties).length > 0 ? { type, properties, additionalProperties: false } : undefined
  }
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
 * Merges the alternative JSON Schemas of a tool argument into one object with the properties of all alternatives. For
 * example, a block's content has a different schema for each type of block. The result has no `oneOf` and forbids
 * additional properties, because every vendor of language models has modes that require this. The service still accepts
 * properties that the result leaves out.
 */
export const mergeAlternativeJsonSchemas = ({ schemas }: JsonSchemasBySiblingValue): JsonSchema => ({
  type: 'object',
  properties: closedProperties(Object.values(schemas)),
  additionalProperties: false,
})

/**
 * Returns a summary of alternative JSON Schemas on one line, such as `text {text, format}; quiz {questions}`. The
 * braces contain the names of the properties of each schema.
 */
export const describeAlternativeJsonSchemas = ({ schemas }: JsonSchemasBySiblingValue): string =>
  Object.entries(schemas)
    .map(([name, schema]) => `${name} {${Object.keys(propertiesOf(schema)).join(', ')}}`)
    .join('; ')
