import type { JsonSchema, JsonSchemaVariants } from '../../operations/json-schema.ts'

type Properties = Readonly<Record<string, JsonSchema>>

const propertiesOf = ({ properties = {} }: JsonSchema) => properties as Properties

/**
 * Converts the JSON Schema of a member to keywords that all vendors support. A member that takes values of several types
 * becomes a list of texts, which the operation converts. An object of any shape has no such schema. Members have no
 * descriptions, because each tool with a content would repeat them.
 */
function closedMember({ type, enum: values, items, ...rest }: JsonSchema): JsonSchema | undefined {
  if (values !== undefined) return { type: 'string', enum: values }
  if (type === 'array') return { type, items: closedMember((items ?? {}) as JsonSchema) ?? { type: 'string' } }
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
      const closed = closedMember(schema)
      return closed ? [[name, closed]] : []
    }),
  )
}

/**
 * Returns the JSON Schema of a tool argument whose members depend on another argument, such as the content of a block:
 * one closed object with the members of all variants. No vendor takes an open object or a choice between objects in every
 * mode. The service itself also takes members that this schema leaves out.
 */
export const mergeJsonSchemaVariants = ({ schemas }: JsonSchemaVariants): JsonSchema => ({
  type: 'object',
  properties: closedProperties(Object.values(schemas)),
  additionalProperties: false,
})

/** Returns the members of each variant on one line, such as `text {text, format}; quiz {questions}`. */
export const summarizeVariants = ({ schemas }: JsonSchemaVariants): string =>
  Object.entries(schemas)
    .map(([name, schema]) => `${name} {${Object.keys(propertiesOf(schema)).join(', ')}}`)
    .join('; ')
