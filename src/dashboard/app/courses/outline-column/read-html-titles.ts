import type { Node } from 'prosemirror-model'
import { readPastedHtml } from '../rich-text/document/paste/read-pasted-html.ts'
import { type PastedTitle, toDepths } from './pasted-titles.ts'

type Line = { indent: number; title: string }

/** Deeper than any heading, so that an item under a heading is deeper than the heading. */
const headingLevels = 6

const makeLine = (text: string, indent: number): Line[] => {
  const title = text.replaceAll(/\s+/g, ' ').trim()
  return title === '' ? [] : [{ indent, title }]
}

function listLines(node: Node, indent: number): Line[] {
  if (node.type.name === 'heading') return makeLine(node.textContent, Number(node.attrs.level) - 1)
  if (node.isTextblock) return makeLine(node.textContent, indent)
  if (node.type.name !== 'item') return node.children.flatMap((child) => listLines(child, indent))
  return node.children.flatMap((child) => listLines(child, child.type.name === 'list' ? indent + 1 : indent))
}

/** Reads a list from HTML of the clipboard: of web pages, Google Docs and Word. */
export const readHtmlTitles = (html: string): PastedTitle[] =>
  toDepths(readPastedHtml(html).flatMap((node) => listLines(node, headingLevels)))
