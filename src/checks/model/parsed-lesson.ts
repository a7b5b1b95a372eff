import { maxContentDepth } from '../../courses/block/content.ts'
import { type BlockType, blockTypeDefinitionByName } from '../../courses/block/types.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import { findHtmlComplexityProblem, findMarkdownComplexityProblem } from '../markup/complexity.ts'
import { parseHtml } from '../markup/html.ts'
import { type MarkdownText, parseMarkdown } from '../markup/markdown.ts'
import { parseMarkdownInWorker } from '../markup/markdown-worker-pool.ts'
import { makeEmptyMarkup, type ParsedMarkup } from '../markup/markup.ts'
import type { BlockForChecks, LessonForChecks } from './course.ts'

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

/** A block with its parsed texts. Each text is parsed once for all checks. */
export type ParsedBlock = { id: string; type: BlockType; content: JsonObject; texts: readonly ParsedText[] }
export type ParsedLesson = Pick<LessonForChecks, 'id' | 'name' | 'objectives'> & {
  blocks: readonly ParsedBlock[]
  unknownTypes: BlockForChecks[]
}

/**
 * Returns whether a heading in a text of a block becomes a heading on the page of the lesson. In a quiz, this is true
 * only for the prompts of the questions: explanations and feedback are shown only after an answer, and options are
 * shown without headings.
 */
export const isHeadingShownOnLessonPage = (type: BlockType, path: string) => type !== 'quiz' || path.endsWith('/prompt')

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
])

/** Escapes a property name for a JSON Pointer (RFC 6901, section 3). */
export const escapeJsonPointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/**
 * The maximum length of the JSON Pointer of a text. The checks skip texts with a longer pointer, because each finding
 * contains the pointer.
 */
const maxPathChars = 1000
/** The maximum number of lines that the checks read of a plain text. */
const maxPlainLines = 5000

/** A text that is not parsed yet. `tooComplex` says why the text must not be parsed. */
type UnreadText = Pick<ParsedText, 'path' | 'source' | 'isMarkdown' | 'tooComplex'> &
  MarkdownText & { read(): ParsedMarkup }

function describeText(type: BlockType, member: string, source: string, path: string, content: JsonObject): UnreadText {
  const format = blockTypeDefinitionByName[type].textFormat(member, content)
  const text = { path, source, isMarkdown: format === 'markdown', showsTags: type === 'quiz' }
  if (format === 'markdown')
    return { ...text, tooComplex: findMarkdownComplexityProblem(source), read: () => parseMarkdown(text) }
  if (format === 'html')
    return { ...text, tooComplex: findHtmlComplexityProblem(source), read: () => parseHtml(source) }
  const read = () => ({ ...makeEmptyMarkup(), paragraphs: source.split('\n', maxPlainLines).filter(Boolean) })
  return { ...text, read }
}

function* textsOf(value: unknown, path: string, type: BlockType, content: JsonObject, depth = 0): Iterable<UnreadText> {
  if (typeof value !== 'object' || value === null || depth > maxContentDepth) return
  for (const [name, inner] of Object.entries(value)) {
    const at = `${path}/${escapeJsonPointer(name)}`
    if (at.length > maxPathChars) continue
    if (typeof inner !== 'string') yield* textsOf(inner, at, type, content, depth + 1)
    else if (proseFields.has(name) && inner !== '') yield describeText(type, name, inner, at, content)
  }
}

const toReading = (
  { read: _read, showsTags: _shows, tooComplex, ...text }: UnreadText,
  markup: ParsedMarkup,
): ParsedText => ({
  ...text,
  markup,
  ...(tooComplex !== undefined && { tooComplex }),
})

/** Parses the texts of a block. */
export const parseBlock = (id: string, type: BlockType, content: JsonObject): ParsedBlock => ({
  id,
  type,
  content,
  texts: [...textsOf(content, '/content', type, content)].map((text) =>
    toReading(text, text.tooComplex === undefined ? text.read() : makeEmptyMarkup()),
  ),
})

/**
 * The maximum number of links, headings, paragraphs and other parts of one lesson that are parsed. The limit exists
 * because all of them are in memory at the same time.
 */
const maxPartsOfLesson = 50_000
const tooManyParts = `is in a lesson with more than ${maxPartsOfLesson.toLocaleString('en')} paragraphs, links and other parts; divide the lesson`

const tooSlow = 'takes too long to read; divide the text'

const countParts = (markup: ParsedMarkup) =>
  Object.values(markup).reduce<number>((sum, part) => sum + (typeof part === 'number' ? part : part.length), 0)

/** Markdown with more characters than this is parsed in a worker thread, because parsing it takes long. */
const longMarkdownChars = 4000

/** Parses a text. Returns undefined if a worker thread fails to parse Markdown in time. */
const readMarkup = async ({ source, showsTags, isMarkdown, read }: UnreadText): Promise<ParsedMarkup | undefined> =>
  isMarkdown && source.length > longMarkdownChars ? parseMarkdownInWorker({ source, showsTags }) : read()

const isKnownType = (type: string): type is BlockType => Object.hasOwn(blockTypeDefinitionByName, type)

/**
 * Parses the texts of a lesson. The function calls `pause` before each block and each text, so that other requests can
 * run.
 */
export async function parseLesson(lesson: LessonForChecks, pause: () => Promise<void> | void): Promise<ParsedLesson> {
  const blocks: ParsedBlock[] = []
  let parts = 0
  for (const { id, type, content } of lesson.blocks) {
    await pause()
    if (!isKnownType(type)) continue
    const texts: ParsedText[] = []
    for (const text of textsOf(content, '/content', type, content)) {
      await pause()
      const tooComplex = text.tooComplex ?? (parts > maxPartsOfLesson ? tooManyParts : undefined)
      const markup = tooComplex === undefined ? await readMarkup(text) : undefined
      if (markup) parts += countParts(markup)
      const reason = markup ? undefined : (tooComplex ?? tooSlow)
      texts.push(toReading({ ...text, tooComplex: reason }, markup ?? makeEmptyMarkup()))
    }
    blocks.push({ id, type, content, texts })
  }
  return {
    id: lesson.id,
    name: lesson.name,
    objectives: lesson.objectives,
    blocks,
    unknownTypes: lesson.blocks.filter(({ type }) => !isKnownType(type)),
  }
}
