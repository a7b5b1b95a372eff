import { Marked, type MarkedExtension } from 'marked'
import { hasMarksInLongWords } from '../../../../courses/block/definition/parsing-steps.ts'
import { hasTooManyEmphasisMarks, isTooComplexMarkdown } from '../../../../reader/markdown-cost.ts'

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The parser takes quadratic time for emphasis. */
const withoutEmphasis: MarkedExtension = { tokenizer: { emStrong: () => undefined, del: () => undefined } }

/** Makes a parser, and one for texts with too many marks of emphasis, which shows these marks as text. */
const makeParsers = (options: MarkedExtension) => ({
  usual: new Marked({ gfm: true }, options),
  withoutEmphasis: new Marked({ gfm: true }, options, withoutEmphasis),
})

const parsers = makeParsers({
  walkTokens: (token) => {
    // The name of the lesson is the only h1 of the page, so the headings in a text start at h2.
    if (token.type === 'heading') token.depth = Math.max(2, token.depth)
  },
})

// A quiz question may be about HTML, so this Markdown parser shows HTML tags as text.
const parsersWithoutHtml = makeParsers({ renderer: { html: ({ text }) => escapeHtml(text) } })

/** Converts a text with a parser that takes linear time for it. A text that is too complex is shown as it is written. */
function convert(text: string, { usual, withoutEmphasis }: typeof parsers, how: 'parse' | 'parseInline'): string {
  if (isTooComplexMarkdown(text) || hasMarksInLongWords(text)) return escapeHtml(text).replaceAll('\n', '<br>')
  return (hasTooManyEmphasisMarks(text) ? withoutEmphasis : usual)[how](text, { async: false }) as string
}

/** Converts an author's Markdown to HTML that is not sanitized yet. */
export const convertMarkdownToHtml = (text: string): string => convert(text, parsers, 'parse')

/** Converts the Markdown of a quiz question to HTML that is not sanitized yet, and shows HTML tags in it as text. */
export const convertQuestionMarkdownToHtml = (text: string): string => convert(text, parsersWithoutHtml, 'parse')

/** Converts Markdown to one line of HTML that is not sanitized yet. */
export const convertInlineMarkdownToHtml = (text: string): string => convert(text, parsersWithoutHtml, 'parseInline')
