import type { JsonSchema } from '../../../operations/json-schema.ts'

// Block types use these functions to write the JSON Schema of their content.

export const makeStringJsonSchema = (description: string) => ({ type: 'string', description })

/** Makes the JSON Schema of an absolute http(s) URL. */
export const makeUrlJsonSchema = (description: string) => ({
  type: 'string',
  format: 'uri',
  pattern: '^https?://',
  description,
})

export const makeObjectJsonSchema = (
  description: string,
  properties: JsonSchema,
  required: readonly string[] = [],
) => ({
  type: 'object',
  description,
  properties,
  ...(required.length > 0 && { required }),
})

export const makeListJsonSchema = (description: string, items: JsonSchema) => ({ type: 'array', description, items })
