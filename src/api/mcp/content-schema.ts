import type { JsonSchema, JsonSchemasBySibling } from '../../operations/json-schema.ts'

type Properties = Readonly<Record<string, JsonSchema>>

const propertiesOf = ({ properties = {} }: JsonSchema) => properties as Properties

/**
 * Converts the JSON Schema of a property to keywords that all vendors of language models support. If the property
 * accepts several types, the result is a list of strings, which the operation converts. For an object of any shape, the
 * result is undefined, because these keywords cannot describe it. The result has no descriptions, because several tools
 * contain the same property and would all repeat them.
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
 * Returns the JSON Schema of a tool argument whose schema depends on another argument, such as the content of a block,
 * which depends on its type. The result is one object with the properties of all types. It has no additional properties
 * and no `oneOf`, because no vendor of language models accepts additional properties or `oneOf` in every mode. The
 * service itself also accepts properties that this schema leaves out.
 */
export const mergeAlternativeJsonSchemas = ({ schemas }: JsonSchemasBySibling): JsonSchema => ({
  type: 'object',
  properties: closedProperties(Object.values(schemas)),
  additionalProperties: false,
})

/**
 * Returns a summary of alternative JSON Schemas on one line, such as `text {text, format}; quiz {questions}`. The
 * braces contain the names of the properties of each schema.
 */
export const summarizeAlternativeJsonSchemas = ({ schemas }: JsonSchemasBySibling): string =>
  Object.entries(schemas)
    .map(([name, schema]) => `${name} {${Object.keys(propertiesOf(schema)).join(', ')}}`)
    .join('; ')
