import type { JsonObject } from '../../operations/json-object.ts'
import { type JsonSchema, makeFieldOptionsWithSchemaBySibling } from '../../operations/json-schema.ts'
import { maxContentBytes, maxContentValues } from './content.ts'
import { isAddressFormat } from './definition/schema.ts'
import { blockTypeDefinitionByName, blockTypeNames } from './types.ts'

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/**
 * Returns a copy of a JSON Schema. The copy limits the length of texts and lists, and allows additional properties in
 * objects.
 */
function withBounds(schema: JsonSchema): JsonSchema {
  const inner = Object.entries(schema).map(([keyword, value]) => [
    keyword,
    isSchema(value) && !Array.isArray(value) ? withBounds(value) : value,
  ])
  // The formats of JSON Schema for URLs would refuse some URLs that the service accepts.
  // So the copy omits them, and only the `pattern` of the URL remains.
  const bounded = Object.fromEntries(inner)
  if (isAddressFormat(bounded.format)) delete bounded.format
  return {
    ...bounded,
    ...(schema.type === 'object' && { additionalProperties: true }),
    ...(schema.type === 'string' && { maxLength: maxContentBytes }),
    ...(schema.type === 'array' && { maxItems: maxContentValues }),
  }
}

/**
 * Converts a block's content from the form of MCP tools to the stored form. Tries all block types, because a tool call
 * can omit the type.
 */
const fromTool = (content: JsonObject): JsonObject =>
  blockTypeNames.reduce(
    (converted, type) => blockTypeDefinitionByName[type].fromTool?.(converted) ?? converted,
    content,
  )

/**
 * The Pothos options of the block field `content`: a JSON Schema for each block type, and the function that converts
 * the content that an MCP tool receives.
 */
export const blockContentFieldOptions = makeFieldOptionsWithSchemaBySibling(
  'type',
  Object.fromEntries(blockTypeNames.map((type) => [type, withBounds(blockTypeDefinitionByName[type].schema)])),
  {
    fromTool,
    toolNote:
      '`answer` is a list: of ids of options (in order for `ordering`), of `true` or `false`, of one number or text, or of pairs `option=target` or `gap=text`.',
  },
)
