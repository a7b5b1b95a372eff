import type { BlockType } from '../../block/kinds.ts'
import { kinds } from '../../block/kinds.ts'
import type { Json } from '../../builder.ts'
import { cleanHtml } from './html.ts'
import { cleanMarkdown } from './markdown.ts'
import { cleanPlain, cleanText } from './plain.ts'

type Schema = { readonly [keyword: string]: unknown }
type Clean = (text: string) => string

const asItIs: Clean = (text) => text

/** How texts are read, by the member that holds them; the rest are plain words. */
const readings: Readonly<Record<string, Clean>> = {
  // Code is not rendered but shown.
  code: asItIs,
  text: cleanMarkdown,
  prompt: cleanMarkdown,
  feedback: cleanMarkdown,
  explanation: cleanMarkdown,
  transcript: cleanMarkdown,
  fallbackText: cleanMarkdown,
}

const byFormat: Readonly<Record<string, Clean>> = { html: (text) => cleanHtml(cleanText(text)), plain: cleanPlain }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as its schema knows it: members that it does not name, and those that are null, are taken away. */
function tidy(value: unknown, schema: Schema, clean: Clean, known: readonly string[]): unknown {
  if (typeof value === 'string') {
    if (schema.format === 'uri') return known.includes(value) ? value : undefined
    return schema.enum ? value : clean(value)
  }
  const inner = (one: unknown, rule: unknown, by: Clean) => tidy(one, (rule ?? {}) as Schema, by, known)
  if (Array.isArray(value)) return value.map((one) => inner(one, schema.items, clean))
  if (!isObject(value)) return value
  const members = (schema.properties ?? {}) as Record<string, Schema>
  const isFree = Object.keys(members).length === 0
  const kept = Object.entries(value).flatMap(([name, one]) => {
    if (one === null || !(isFree || Object.hasOwn(members, name))) return []
    const tidied = inner(one, members[name], readings[name] ?? cleanPlain)
    return tidied === undefined ? [] : [[name, tidied]]
  })
  return Object.fromEntries(kept)
}

/**
 * A content as a model wrote it, without what it was not to write: members that no schema names, markup that could act,
 * addresses but the known ones.
 */
export function cleanContent(type: BlockType, content: Json, known: readonly string[]): Json {
  const { text, format } = content
  const reading = type === 'text' && typeof format === 'string' ? byFormat[format] : undefined
  const cleaned = tidy(content, kinds[type].schema, cleanPlain, known) as Json
  if (reading && typeof text === 'string') return { ...cleaned, text: reading(text) }
  if (type !== 'video' || !Array.isArray(cleaned.captions)) return cleaned
  const captions = cleaned.captions.filter((track) => isObject(track) && track.url !== undefined)
  const { captions: _all, ...others } = cleaned
  return captions.length > 0 ? { ...others, captions } : others
}
