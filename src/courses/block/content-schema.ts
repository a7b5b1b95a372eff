import { discriminatedBy, type JsonSchema } from '../../operations/json-schema.ts'
import { maxContentBytes } from './content.ts'
import { blockTypes, blockTypeTable } from './types.ts'

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** Adds to a schema the maximum length of texts and lists, and permission for additional members. */
function withBounds(schema: JsonSchema): JsonSchema {
  const inner = Object.entries(schema).map(([keyword, value]) => [
    keyword,
    isSchema(value) && !Array.isArray(value) ? withBounds(value) : value,
  ])
  // JSON Schema's `uri` format follows RFC 3986. This service accepts more URLs, so only the pattern stays.
  const bounded = Object.fromEntries(inner)
  if (bounded.format === 'uri') delete bounded.format
  return {
    ...bounded,
    ...(schema.type === 'object' && { additionalProperties: true }),
    ...(schema.type === 'string' && { maxLength: maxContentBytes }),
    ...(schema.type === 'array' && { maxItems: maxContentBytes / 2 }),
  }
}

/** The JSON Schema of a `content` field. It depends on the `type` field of the same object. */
export const contentJsonSchema = discriminatedBy(
  'type',
  Object.fromEntries(blockTypes.map((type) => [type, withBounds(blockTypeTable[type].schema)])),
)
