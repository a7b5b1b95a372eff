import type { Root } from 'mdast'
import { fromMarkdown, type Extension as NodeExtension } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item'
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmTable } from 'micromark-extension-gfm-table'
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item'
import type { Extension } from 'micromark-util-types'
import { linearAutolinks } from './autolinks/syntax.ts'
import { hasTooManyEmphasisMarks } from './markdown-cost.ts'
import { autolinksFromMarkdown } from './syntax/autolink-nodes.ts'
import { makeHtmlSyntax, withoutHtml } from './syntax/html.ts'
import { mathBlock } from './syntax/math-block.ts'
import { mathFromMarkdown, mathText } from './syntax/math-text.ts'
import { makeElementTest } from './tree/html-elements.ts'

/**
 * How a text of an author is read: `text` is Markdown with HTML, `question` Markdown in which tags are text, because a
 * question can be about HTML, and `option` the same on one line: what begins a list, quote or heading is text.
 */
export type MarkdownKind = 'text' | 'question' | 'option'

const inLines: Extension[] = [linearAutolinks, mathText]
const emphasis: Extension[] = [cjkFriendlyExtension(), gfmStrikethroughCjkFriendly({ singleTilde: false })]
const withoutEmphasis: Extension[] = [{ disable: { null: ['attention', 'strikethrough'] } }]
const inBlocks: Extension[] = [gfmTable(), gfmFootnote(), gfmTaskListItem(), mathBlock]

const onOneLine: Extension = {
  disable: {
    null: [
      'blockQuote',
      'codeFenced',
      'codeIndented',
      'definition',
      'headingAtx',
      'list',
      'setextUnderline',
      'thematicBreak',
    ],
  },
}

const nodes: NodeExtension[] = [
  gfmTableFromMarkdown(),
  gfmFootnoteFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
  gfmStrikethroughFromMarkdown(),
  mathFromMarkdown(),
  autolinksFromMarkdown,
]

/**
 * Parses an author's Markdown: CommonMark and GitHub's Markdown with formulas. The time is linear for every text that
 * `isTooComplexMarkdown` lets through.
 */
export function readMarkdown(text: string, kind: MarkdownKind): Root {
  const html = kind === 'text' ? makeHtmlSyntax(makeElementTest(text)) : withoutHtml
  const marks = hasTooManyEmphasisMarks(text) ? withoutEmphasis : emphasis
  const blocks = kind === 'option' ? [onOneLine] : inBlocks
  return fromMarkdown(text, { extensions: [...inLines, ...marks, ...blocks, html], mdastExtensions: nodes })
}
