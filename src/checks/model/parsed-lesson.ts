import { readContent } from '../../courses/block/read.ts'
import { type BlockType, blockTypeDefinitionByName } from '../../courses/block/types.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import { parseMarkdownInWorker } from '../markup/markdown-worker-pool.ts'
import { makeEmptyMarkup, type ParsedMarkup } from '../markup/markup.ts'
import { findTextsOfContent, type ParsedText, type UnparsedText } from './block-texts.ts'
import type { BlockForChecks, LessonForChecks } from './course.ts'

/**
 * A block with its parsed texts. Each text is parsed once for all checks. `content` has the documented shape, and `sent`
 * is the content as it is stored.
 */
export type ParsedBlock = {
  id: string
  type: BlockType
  content: JsonObject
  sent: JsonObject
  texts: readonly ParsedText[]
}
export type ParsedLesson = Pick<LessonForChecks, 'id' | 'name' | 'objectives'> & {
  blocks: readonly ParsedBlock[]
  unknownTypes: BlockForChecks[]
}

/**
 * Returns whether the lesson page shows the headings of a text before the learner answers. `path` is the JSON Pointer
 * of the text. In a quiz, only the texts `prompt` show their headings that early.
 */
export const isHeadingShownOnLessonPage = (type: BlockType, path: string) => type !== 'quiz' || path.endsWith('/prompt')

const toReading = (
  { read: _read, showsTags: _shows, tooComplex, ...text }: UnparsedText,
  markup: ParsedMarkup,
): ParsedText => ({
  ...text,
  markup,
  ...(tooComplex !== undefined && { tooComplex }),
})

/** Parses the texts of a block. */
export function parseBlock(id: string, type: BlockType, sent: JsonObject): ParsedBlock {
  const content = readContent(type, sent)
  const texts = [...findTextsOfContent(content, '/content', type, content)].map((text) =>
    toReading(text, text.tooComplex === undefined ? text.read() : makeEmptyMarkup()),
  )
  return { id, type, content, sent, texts }
}

/**
 * The maximum number of links, paragraphs and other parts of a lesson in memory. Further texts of the lesson are not
 * parsed.
 */
const maxPartsOfLesson = 50_000
const tooManyParts = `is in a lesson with more than ${maxPartsOfLesson.toLocaleString('en')} paragraphs, links and other parts; divide the lesson`

const tooSlow = 'takes too long to read; divide the text'

const countParts = (markup: ParsedMarkup) =>
  Object.values(markup).reduce<number>((sum, part) => sum + (typeof part === 'number' ? part : part.length), 0)

/** Markdown with more characters than this is parsed in a worker thread, because parsing it takes long. */
const longMarkdownChars = 4000

/** Parses a text. Returns undefined if a worker thread fails to parse Markdown in time. */
const readMarkup = async ({ source, showsTags, isMarkdown, read }: UnparsedText): Promise<ParsedMarkup | undefined> =>
  isMarkdown && source.length > longMarkdownChars ? parseMarkdownInWorker({ source, showsTags }) : read()

const isKnownType = (type: string): type is BlockType => Object.hasOwn(blockTypeDefinitionByName, type)

/**
 * Parses the texts of a lesson. The function calls `pause` before each block and each text, so that other requests can
 * run.
 */
export async function parseLesson(lesson: LessonForChecks, pause: () => Promise<void> | void): Promise<ParsedLesson> {
  const blocks: ParsedBlock[] = []
  let parts = 0
  for (const { id, type, content: sent } of lesson.blocks) {
    await pause()
    if (!isKnownType(type)) continue
    const content = readContent(type, sent)
    const texts: ParsedText[] = []
    for (const text of findTextsOfContent(content, '/content', type, content)) {
      await pause()
      const tooComplex = text.tooComplex ?? (parts > maxPartsOfLesson ? tooManyParts : undefined)
      const markup = tooComplex === undefined ? await readMarkup(text) : undefined
      if (markup) parts += countParts(markup)
      const reason = markup ? undefined : (tooComplex ?? tooSlow)
      texts.push(toReading({ ...text, tooComplex: reason }, markup ?? makeEmptyMarkup()))
    }
    blocks.push({ id, type, content, sent, texts })
  }
  return {
    id: lesson.id,
    name: lesson.name,
    objectives: lesson.objectives,
    blocks,
    unknownTypes: lesson.blocks.filter(({ type }) => !isKnownType(type)),
  }
}
