import type { Html, Nodes } from 'mdast'
import { cleanHtml } from '../../markup/clean-html.ts'
import { type MarkdownKind, readMarkdown } from '../../markup/read-markdown.ts'
import { isElementShown } from '../../markup/tree/sanitize.ts'
import { joinLinesWithSpaces } from './lines.ts'
import { getMarkdownNodeOffsets, type IsUrlAllowed, makeLinkRemovalEdits, type TextEdit } from './links.ts'
import { removeControlCharacters } from './plain.ts'

// Quotes and lists with 20 or more nested levels are removed, because parsers recurse once for each level.
const deepNesting = /^(?:[ \t]*(?:>|[-+*](?=\s)|\d{1,9}[.)](?=\s))){20,}/gm

/**
 * Returns the edit that cleans an HTML block. In a quote or list, the clean HTML becomes one line, because each new
 * line of a quote or list needs a marker.
 */
function cleanBlock(html: Html, source: string, isUrlAllowed: IsUrlAllowed): TextEdit {
  const { from, to } = getMarkdownNodeOffsets(html)
  const clean = cleanHtml(html.value, isUrlAllowed)
  return { from, to, text: source.slice(from, to) === html.value ? clean : joinLinesWithSpaces(clean) }
}

/** A picture is nothing without the attributes that its tag loses. */
const isKept = (name: string) => isElementShown(name) && name !== 'img'

const withContent = new Set(['script', 'style'])

/**
 * Returns edits that clean HTML in a line, which the parser splits into single tags. A tag stays without its attributes,
 * or goes if pages do not show its element; a script or style goes with its content.
 */
function cleanInline(nodes: readonly Nodes[]): TextEdit[] {
  const edits: TextEdit[] = []
  let removed: { name: string; from: number } | undefined
  for (const node of nodes) {
    if (node.type !== 'html') continue
    const { from, to } = getMarkdownNodeOffsets(node)
    const [, slash = '', sent = ''] = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(node.value) ?? []
    const name = sent.toLowerCase()
    if (removed) {
      if (slash === '' || name !== removed.name) continue
      edits.push({ from: removed.from, to, text: '' })
      removed = undefined
    } else if (withContent.has(name) && slash === '') removed = { name, from }
    else edits.push({ from, to, text: isKept(name) ? `<${slash}${name}>` : '' })
  }
  const last = nodes.at(-1)
  return removed && last ? [...edits, { from: removed.from, to: getMarkdownNodeOffsets(last).to, text: '' }] : edits
}

const holdsLines = (node: Nodes) => ['root', 'blockquote', 'listItem', 'footnoteDefinition'].includes(node.type)

function listEdits(node: Nodes, source: string, isUrlAllowed: IsUrlAllowed): TextEdit[] {
  const children: readonly Nodes[] = 'children' in node ? node.children : []
  const html = holdsLines(node)
    ? children.flatMap((child) => (child.type === 'html' ? [cleanBlock(child, source, isUrlAllowed)] : []))
    : cleanInline(children)
  return [
    ...makeLinkRemovalEdits(node, source, isUrlAllowed),
    ...html,
    ...children.flatMap((child) => listEdits(child, source, isUrlAllowed)),
  ]
}

const prepareToRead = (source: string) =>
  removeControlCharacters(source).replace(/\r\n?/g, '\n').replace(deepNesting, '')

const urlsOf = (node: Nodes): string[] => [
  ...('url' in node ? [node.url] : []),
  ...('children' in node ? node.children.flatMap(urlsOf) : []),
]

/** Returns the URLs of the links, images and link definitions in Markdown. */
export const listMarkdownUrls = (source: string): string[] => urlsOf(readMarkdown(prepareToRead(source), 'text'))

/**
 * Removes from Markdown what a model should not write: HTML that pages do not show, and links with unsafe or disallowed
 * URLs. Pages show only safe markup of any text; this keeps a text as its readers see it.
 */
export function cleanMarkdown(source: string, kind: MarkdownKind, isUrlAllowed: IsUrlAllowed = () => true): string {
  const text = prepareToRead(source)
  const chunks: string[] = []
  let at = 0
  const edits = listEdits(readMarkdown(text, kind), text, isUrlAllowed)
  // Of two edits that begin at the same offset, the longer edit comes first.
  for (const { from, to, text: replacement } of edits.sort((a, b) => a.from - b.from || b.to - a.to)) {
    // Skips an edit that begins inside an earlier edit.
    if (from < at) continue
    chunks.push(text.slice(at, from), replacement)
    at = to
  }
  return chunks.join('') + text.slice(at)
}
