import { findContentProblems } from '../../courses/block/content.ts'
import type { TextFormat } from '../../courses/block/definition/block-type.ts'
import { type BlockType, blockTypeDefinitionByName } from '../../courses/block/types.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import { cleanHtml } from './html.ts'
import { cleanMarkdown, escapeActiveMarkup } from './markdown.ts'
import { removeControlCharacters, removeHtmlTags } from './plain.ts'

type Schema = { readonly [keyword: string]: unknown }
type FormatOf = (member: string) => TextFormat

const cleaners: Record<TextFormat, (text: string) => string> = {
  markdown: cleanMarkdown,
  html: (text) => cleanHtml(removeControlCharacters(text)),
  plain: removeHtmlTags,
  // Code stays unchanged, because the dashboard displays code as plain text.
  code: (text) => text,
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Cleans the texts of a block's content. Removes null members, members that the schema lacks, and URLs that are not in
 * `addresses`.
 */
function cleanValue(
  value: unknown,
  schema: Schema,
  member: string,
  formatOf: FormatOf,
  addresses: readonly string[],
): unknown {
  if (typeof value === 'string') {
    if (schema.format === 'uri') return addresses.includes(value) ? value : undefined
    return schema.enum ? value : cleaners[formatOf(member)](value)
  }
  const inner = (one: unknown, rule: unknown, name: string) =>
    cleanValue(one, (rule ?? {}) as Schema, name, formatOf, addresses)
  if (Array.isArray(value)) return value.map((one) => inner(one, schema.items, member))
  if (!isObject(value)) return value
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const takesAnyMember = Object.keys(properties).length === 0
  const cleaned = Object.entries(value).flatMap(([name, one]) => {
    if (one === null || !(takesAnyMember || Object.hasOwn(properties, name))) return []
    const result = inner(one, properties[name], name)
    return result === undefined ? [] : [[name, result]]
  })
  return Object.fromEntries(cleaned)
}

/** Escapes every character that could begin a tag or link in the Markdown texts of a value. */
function sanitizeValue(value: unknown, formatOf: FormatOf, member = ''): unknown {
  if (typeof value === 'string') return formatOf(member) === 'markdown' ? escapeActiveMarkup(value) : value
  if (Array.isArray(value)) return value.map((one) => sanitizeValue(one, formatOf, member))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sanitizeValue(one, formatOf, name)]))
}

/** Escapes all texts of a block if the texts are harmless alone but form active markup together. */
function sanitizeTogether(type: BlockType, content: JsonObject, formatOf: FormatOf): JsonObject {
  if (findContentProblems(type, content).length > 0) return content
  const markdown = blockTypeDefinitionByName[type].markdown(content)
  return cleanMarkdown(markdown) === markdown ? content : (sanitizeValue(content, formatOf) as JsonObject)
}

/**
 * Makes the content of a block from the model safe: removes members that the schema does not name, markup that could
 * run code, and every URL that is not in `addresses`.
 */
export function cleanContent(type: BlockType, content: JsonObject, addresses: readonly string[]): JsonObject {
  const { schema, textFormat, draft } = blockTypeDefinitionByName[type]
  const formatOf: FormatOf = (member) => textFormat(member, content)
  const cleaned = cleanValue(content, schema, '', formatOf, addresses) as JsonObject
  const full = draft.withoutEmptyParts?.(cleaned) ?? cleaned
  return draft.rendersTextsTogether ? sanitizeTogether(type, full, formatOf) : full
}
