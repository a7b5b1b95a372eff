import { type JsonSchema, shapedBy } from '../shapes.ts'
import { maxBytes } from './content.ts'
import { blockTypes, kinds } from './kinds.ts'

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** With what holds for every content, for readers who make room for what may come: its bounds, and that it may have more. */
function spacious(schema: JsonSchema): JsonSchema {
  const inner = Object.entries(schema).map(([keyword, value]) => [
    keyword,
    isSchema(value) && !Array.isArray(value) ? spacious(value) : value,
  ])
  // A browser reads more as an address than RFC 3986, to which validators hold `uri`; the pattern says what is asked.
  const said = Object.fromEntries(inner)
  if (said.format === 'uri') delete said.format
  return {
    ...said,
    ...(schema.type === 'object' && { additionalProperties: true }),
    ...(schema.type === 'string' && { maxLength: maxBytes }),
    ...(schema.type === 'array' && { maxItems: maxBytes / 2 }),
  }
}

/** For every field that holds a content: its shape by the sibling `type`. */
export const contentShape = shapedBy(
  'type',
  Object.fromEntries(blockTypes.map((type) => [type, spacious(kinds[type].schema)])),
)
