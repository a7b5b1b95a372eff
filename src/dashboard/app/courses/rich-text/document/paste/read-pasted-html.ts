import type { ElementContent, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { type Handle, toMdast } from 'hast-util-to-mdast'
import type { Html, Nodes } from 'mdast'
import type { Node } from 'prosemirror-model'
import { normalize } from '../normal/normalize.ts'
import { printMarkdown } from '../printing/print.ts'
import { defaultStyle } from '../printing/style.ts'
import { readDocument } from '../reading/read.ts'
import { cleanHtml } from './clean-html.ts'
import { formulaHandlers } from './formulas.ts'
import { breakInCell } from './tables.ts'

/** A tag in a line. By the name, the library knows that it belongs into a line. */
const makeTag = (name: string, value: string): Html => ({ type: 'html', value, data: { hName: name } as Html['data'] })

/** Keeps an element that Markdown has no marks for as HTML in the line. */
const keepTag =
  (name: string): Handle =>
  (state, element) =>
    [makeTag(name, `<${name}>`), ...state.all(element), makeTag(name, `</${name}>`)] as Html[]

/** HTML does not say whether items have space between them: items of several paragraphs have. */
function setSpread(node: Nodes): void {
  if (node.type === 'list') node.spread = false
  if (node.type === 'listItem') node.spread = node.children.filter(({ type }) => type === 'paragraph').length > 1
  if ('children' in node) for (const child of node.children) setSpread(child)
}

const handlers: Readonly<Record<string, Handle>> = {
  ...formulaHandlers,
  sup: keepTag('sup'),
  sub: keepTag('sub'),
  kbd: keepTag('kbd'),
  [breakInCell]: () => makeTag('br', '<br>'),
}

/** The part that was copied. Some programs put the whole page on the clipboard, and say where it is. */
function findFragment(html: string): string {
  const start = html.indexOf('<!--StartFragment-->')
  const end = html.lastIndexOf('<!--EndFragment-->')
  return start >= 0 && end > start ? html.slice(start, end) : html
}

/**
 * Reads HTML of the clipboard as blocks: that of Google Docs, Word, web pages and editors of code. Works on the text
 * alone, so that no policy of the page changes what it finds. Returns nothing for HTML that is nested too deeply.
 */
export function readPastedHtml(html: string): Node[] {
  try {
    return readBlocks(html)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

function readBlocks(html: string): Node[] {
  const { children } = fromHtml(findFragment(html), { fragment: true })
  const tree: Root = { type: 'root', children: cleanHtml(children as ElementContent[]) }
  const markdown = toMdast(tree, { handlers, document: true, newlines: false })
  setSpread(markdown)
  const { doc } = readDocument(printMarkdown(markdown, defaultStyle, 'safe'))
  return doc.content.size === 2 ? [] : [...normalize(doc).children]
}
