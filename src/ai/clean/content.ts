import { findContentProblems } from '../../courses/block/content.ts'
import type { TextFormat } from '../../courses/block/definition/block-type.ts'
import { type BlockType, blockTypeDefinitionByName } from '../../courses/block/types.ts'
import { isJsonObject, type JsonObject } from '../../operations/json-object.ts'
import { cleanHtml } from './html.ts'
import type { IsUrlAllowed } from './links.ts'
import { cleanMarkdown, escapeActiveMarkup } from './markdown.ts'
import { removeControlCharacters, removeHtmlTags } from './plain.ts'

type Schema = { readonly [keyword: string]: unknown }
type FormatOf = (property: string) => TextFormat

const cleaners: Record<TextFormat, (text: string, isUrlAllowed: IsUrlAllowed) => string> = {
  markdown: cleanMarkdown,
  html: (text, isUrlAllowed) => cleanHtml(removeControlCharacters(text), isUrlAllowed),
  plain: removeHtmlTags,
  // Code stays unchanged, because the dashboard displays code as plain text.
  code: (text) => text,
}

/**
 * Returns a function that tells whether a URL is one of `allowedUrls`. URLs without a scheme, such as `#roots`, lead to
 * the same site, so they are allowed too.
 */
function makeUrlFilter(allowedUrls: readonly string[]): IsUrlAllowed {
  const normalize = (url: string) => URL.parse(url)?.href
  const allowed = new Set(allowedUrls.map(normalize))
  return (url) => {
    const href = normalize(url)
    return href === undefined ? !url.trim().startsWith('//') : allowed.has(href)
  }
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
    if (schema.format === 'uri') return allowedUrls.includes(value) ? value : undefined
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

/** Makes all Markdown texts of a value harmless: escapes every character that could begin a tag or an unsafe link. */
function sanitizeValue(value: unknown, formatOf: FormatOf, property = ''): unknown {
  if (typeof value === 'string') return formatOf(property) === 'markdown' ? escapeActiveMarkup(value) : value
  if (Array.isArray(value)) return value.map((one) => sanitizeValue(one, formatOf, property))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sanitizeValue(one, formatOf, name)]))
}

/** Escapes a block's Markdown texts if the joined texts are unsafe: a tag can begin in one text and end in the next. */
function sanitizeTogether(type: BlockType, content: JsonObject, formatOf: FormatOf): JsonObject {
  if (findContentProblems(type, content).length > 0) return content
  const markdown = blockTypeDefinitionByName[type].markdown(content)
  return cleanMarkdown(markdown) === markdown ? content : (sanitizeValue(content, formatOf) as JsonObject)
}

/**
 * Makes block content from the model safe: removes unknown properties, URLs not in `allowedUrls`, and markup that could
 * run code.
 */
export function cleanBlockContent(type: BlockType, content: JsonObject, allowedUrls: readonly string[]): JsonObject {
  const { schema, textFormat, generation } = blockTypeDefinitionByName[type]
  const formatOf: FormatOf = (property) => textFormat(property, content)
  const cleaned = cleanValue(content, schema, '', formatOf, allowedUrls) as JsonObject
  const full = generation.removeEmptyParts?.(cleaned) ?? cleaned
  return generation.rendersTextsTogether ? sanitizeTogether(type, full, formatOf) : full
}
