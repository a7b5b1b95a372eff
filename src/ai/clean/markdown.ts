import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmTable } from 'micromark-extension-gfm-table'
import { isMarkdownUnsafeInDashboard } from './dashboard.ts'
import { escapeBracketsBeforeUnsafeUrls, type IsUrlAllowed } from './links.ts'
import { cleanParsedMarkdown } from './markdown-edits.ts'
import { removeControlCharacters } from './plain.ts'

// Quotes and lists with 20 or more nested levels are removed, because parsers recurse once for each level.
const deepNesting = /^(?:[ \t]*(?:>|[-+*](?=\s)|\d{1,9}[.)](?=\s))){20,}/gm

// The parser ignores emphasis, because emphasis is harmless and takes quadratic time to parse.
const withoutEmphasis = { disable: { null: ['attention'] } }

const common = { extensions: [withoutEmphasis] }

// The second parser reads GitHub's Markdown, which has tables and footnotes.
// The first parser (CommonMark) can mistake text in tables and footnotes for code, and then does not clean this text.
const github = {
  extensions: [gfmTable(), gfmFootnote(), withoutEmphasis],
  mdastExtensions: [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown()],
}

const maxRounds = 8

/**
 * Cleans Markdown until nothing changes, because removing markup can create new markup. After `maxRounds`, returns an
 * empty text.
 */
function cleanRepeatedly(source: string, isUrlAllowed: IsUrlAllowed): string {
  let text = source
  for (let round = 0; round < maxRounds; round++) {
    const first = cleanParsedMarkdown(text, fromMarkdown(text, common), isUrlAllowed)
    const clean = cleanParsedMarkdown(first, fromMarkdown(first, github), isUrlAllowed)
    if (clean === text) return text
    text = clean
  }
  return ''
}

/** Escapes every character that could begin a tag or an unsafe link, also inside code. */
export const escapeActiveMarkup = (text: string) =>
  escapeBracketsBeforeUnsafeUrls(text).replace(/<(?=[a-z/!?])/gi, '&lt;')

/**
 * Makes Markdown safe for CommonMark, GitHub's Markdown and the dashboard's parser: sanitizes HTML, and removes unsafe
 * or disallowed links.
 */
export function cleanMarkdown(source: string, isUrlAllowed: IsUrlAllowed = () => true): string {
  const text = removeControlCharacters(source).replace(/\r\n?/g, '\n').replace(deepNesting, '')
  const clean = cleanRepeatedly(text, isUrlAllowed)
  if (!isMarkdownUnsafeInDashboard(clean)) return clean
  // If the dashboard's parser still finds active markup, all markup is escaped, also in code.
  const plain = cleanRepeatedly(escapeActiveMarkup(clean), isUrlAllowed)
  return isMarkdownUnsafeInDashboard(plain) ? '' : plain
}
