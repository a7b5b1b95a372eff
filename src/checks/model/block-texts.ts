import { maxContentDepth } from '../../courses/block/content.ts'
import { type BlockType, blockTypeDefinitionByName } from '../../courses/block/types.ts'
import { findHtmlComplexityProblem, findMarkdownComplexityProblem } from '../../markup/complexity.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import { parseHtml } from '../markup/html.ts'
import { parseMarkdown, type UnparsedMarkdown } from '../markup/markdown.ts'
import { makeEmptyMarkup, type ParsedMarkup } from '../markup/markup.ts'

/**
 * A text in a block's content. `path` is the JSON Pointer of the text in the block. `tooComplex` says why the text was
 * not parsed.
 */
export type ParsedText = {
  path: string
  source: string
  isMarkdown: boolean
  markup: ParsedMarkup
  tooComplex?: string | undefined
}

/**
 * The names of the fields of a block's content that contain prose. Other texts, such as identifiers and URLs, are not
 * parsed.
 */
const proseFields = new Set([
  'text',
  'prompt',
  'feedback',
  'explanation',
  'transcript',
  'fallbackText',
  'caption',
  'alt',
  'hints',
  'sampleAnswer',
  'feedbackCorrect',
  'feedbackIncorrect',
])

/** Escapes a property name for a JSON Pointer (RFC 6901, section 3). */
export const escapeJsonPointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/**
 * The maximum length of the JSON Pointer of a text. The checks skip texts with a longer pointer, because each finding
 * contains the pointer.
 */
const maxPathChars = 1000
/** The checks read this number of lines of a plain text, and ignore the rest. */
const maxPlainLines = 5000

/** A text that is not parsed yet. `tooComplex` says why the text must not be parsed. */
export type UnparsedText = Pick<ParsedText, 'path' | 'source' | 'isMarkdown' | 'tooComplex'> &
  UnparsedMarkdown & { read(): ParsedMarkup }

function describeText(
  type: BlockType,
  member: string,
  source: string,
  path: string,
  content: JsonObject,
): UnparsedText {
  const format = blockTypeDefinitionByName[type].textFormat(member, content)
  const text = { path, source, isMarkdown: format === 'markdown', showsTags: type === 'quiz' }
  if (format === 'markdown')
    return { ...text, tooComplex: findMarkdownComplexityProblem(source), read: () => parseMarkdown(text) }
  if (format === 'html')
    return { ...text, tooComplex: findHtmlComplexityProblem(source), read: () => parseHtml(source) }
  const read = () => ({ ...makeEmptyMarkup(), paragraphs: source.split('\n', maxPlainLines).filter(Boolean) })
  return { ...text, read }
}

/** Yields the unparsed texts of the prose fields in a block's content. */
export function* findTextsOfContent(
  value: unknown,
  path: string,
  type: BlockType,
  content: JsonObject,
  depth = 0,
  listName?: string,
): Iterable<UnparsedText> {
  if (typeof value !== 'object' || value === null || depth > maxContentDepth) return
  for (const [member, inner] of Object.entries(value)) {
    const at = `${path}/${escapeJsonPointer(member)}`
    if (at.length > maxPathChars) continue
    // A text in a list, such as a hint, is a text of the field that contains the list.
    const name = Array.isArray(value) ? (listName ?? member) : member
    if (typeof inner !== 'string') yield* findTextsOfContent(inner, at, type, content, depth + 1, name)
    else if (proseFields.has(name) && inner !== '') yield describeText(type, name, inner, at, content)
  }
}
