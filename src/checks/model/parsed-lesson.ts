import { type BlockType, blockTypeDefinitionByName } from '../../courses/block/types.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import { findMarkdownComplexity } from '../markup/complexity.ts'
import { readHtml } from '../markup/html.ts'
import { readMarkdown } from '../markup/markdown.ts'
import { type Markup, makeEmptyMarkup } from '../markup/markup.ts'
import type { CheckedBlock, CheckedLesson } from './course.ts'

/** A text in a block's content. `path` is the JSON Pointer of the text in the block. */
export type ParsedText = { path: string; source: string; isMarkdown: boolean; markup: Markup; tooComplex?: string }

/** A block with its parsed texts. Each text is parsed once for all checks. */
export type ParsedBlock = { id: string; type: BlockType; content: JsonObject; texts: readonly ParsedText[] }
export type ParsedLesson = { id: string; name: string; blocks: readonly ParsedBlock[]; unknownTypes: CheckedBlock[] }

/** The members of a block's content that contain prose. Other texts, such as identifiers and URLs, are not parsed. */
const proseMembers = new Set([
  'text',
  'prompt',
  'feedback',
  'explanation',
  'transcript',
  'fallbackText',
  'caption',
  'alt',
])

const maxLevels = 64

/** Escapes the name of a member for a JSON Pointer (RFC 6901, section 3). */
export const escapeJsonPointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

function parseText(type: BlockType, member: string, source: string, path: string, content: JsonObject): ParsedText {
  const format = blockTypeDefinitionByName[type].textFormat(member, content)
  const isMarkdown = format === 'markdown'
  if (format === 'html') return { path, source, isMarkdown, markup: readHtml(source) }
  if (format !== 'markdown')
    return {
      path,
      source,
      isMarkdown,
      markup: { ...makeEmptyMarkup(), paragraphs: source.split('\n').filter(Boolean) },
    }
  const tooComplex = findMarkdownComplexity(source)
  if (tooComplex !== undefined) return { path, source, isMarkdown, markup: makeEmptyMarkup(), tooComplex }
  return { path, source, isMarkdown, markup: readMarkdown(source) }
}

function* textsOf(value: unknown, path: string, type: BlockType, content: JsonObject, depth = 0): Iterable<ParsedText> {
  if (typeof value !== 'object' || value === null || depth > maxLevels) return
  for (const [name, inner] of Object.entries(value)) {
    const at = `${path}/${escapeJsonPointer(name)}`
    if (typeof inner !== 'string') yield* textsOf(inner, at, type, content, depth + 1)
    else if (proseMembers.has(name) && inner !== '') yield parseText(type, name, inner, at, content)
  }
}

const isKnownType = (type: string): type is BlockType => Object.hasOwn(blockTypeDefinitionByName, type)

/** Parses the texts of a block. */
export const parseBlock = (id: string, type: BlockType, content: JsonObject): ParsedBlock => ({
  id,
  type,
  content,
  texts: [...textsOf(content, '/content', type, content)],
})

/** Parses the texts of a lesson. `pause` is called between blocks, so that other requests can run. */
export async function parseLesson(lesson: CheckedLesson, pause: () => Promise<void> | void): Promise<ParsedLesson> {
  const blocks: ParsedBlock[] = []
  for (const { id, type, content } of lesson.blocks) {
    await pause()
    if (isKnownType(type)) blocks.push(parseBlock(id, type, content))
  }
  return {
    id: lesson.id,
    name: lesson.name,
    blocks,
    unknownTypes: lesson.blocks.filter(({ type }) => !isKnownType(type)),
  }
}
