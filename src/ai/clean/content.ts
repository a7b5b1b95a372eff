import type { TextFormat } from '../../courses/block/definition/block-type.ts'
import { isAddressFormat } from '../../courses/block/definition/schema.ts'
import { type BlockType, blockTypeDefinitionByName } from '../../courses/block/types.ts'
import { cleanHtml } from '../../markup/clean-html.ts'
import { isJsonObject, type JsonObject } from '../../operations/json-object.ts'
import { type IsUrlAllowed, makeUrlFilter } from './links.ts'
import { cleanMarkdown } from './markdown.ts'
import { removeControlCharacters, removeHtmlTags } from './plain.ts'

type Schema = { readonly [keyword: string]: unknown }
type FormatOf = (property: string) => keyof typeof cleaners

const cleaners: Record<TextFormat | 'question', (text: string, isUrlAllowed: IsUrlAllowed) => string> = {
  markdown: (text, isUrlAllowed) => cleanMarkdown(text, 'text', isUrlAllowed),
  // The tags in a question are text, such as `List<String>`.
  question: (text, isUrlAllowed) => cleanMarkdown(text, 'question', isUrlAllowed),
  html: (text, isUrlAllowed) => cleanHtml(removeControlCharacters(text), isUrlAllowed),
  plain: removeHtmlTags,
  // Code stays unchanged, because the dashboard displays code as plain text.
  code: (text) => text,
}

/**
 * Cleans a value in a block's content. Removes properties that are null or not in the schema, and URLs not in
 * `allowedUrls`.
 */
function cleanValue(
  value: unknown,
  schema: Schema,
  property: string,
  formatOf: FormatOf,
  allowedUrls: readonly string[],
): unknown {
  if (typeof value === 'string') {
    if (isAddressFormat(schema.format)) return allowedUrls.includes(value) ? value : undefined
    return schema.enum ? value : cleaners[formatOf(property)](value, makeUrlFilter(allowedUrls))
  }
  const inner = (one: unknown, rule: unknown, name: string) =>
    cleanValue(one, (rule ?? {}) as Schema, name, formatOf, allowedUrls)
  if (Array.isArray(value)) return value.map((one) => inner(one, schema.items, property))
  if (!isJsonObject(value)) return value
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const takesAnyProperty = Object.keys(properties).length === 0
  const cleaned = Object.entries(value).flatMap(([name, one]) => {
    if (one === null || !(takesAnyProperty || Object.hasOwn(properties, name))) return []
    const result = inner(one, properties[name], name)
    return result === undefined ? [] : [[name, result]]
  })
  return Object.fromEntries(cleaned)
}

/**
 * Makes block content from the model safe: removes unknown properties, URLs not in `allowedUrls`, and markup that could
 * run code.
 */
export function cleanBlockContent(type: BlockType, content: JsonObject, allowedUrls: readonly string[]): JsonObject {
  const { schema, textFormat, generation } = blockTypeDefinitionByName[type]
  const formatOf: FormatOf = (property) => {
    const format = textFormat(property, content)
    return type === 'quiz' && format === 'markdown' ? 'question' : format
  }
  const cleaned = cleanValue(content, schema, '', formatOf, allowedUrls) as JsonObject
  return generation.removeEmptyParts?.(cleaned) ?? cleaned
}
