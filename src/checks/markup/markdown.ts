import type { Definition, Nodes, Table } from 'mdast'
import { toString as toText } from 'mdast-util-to-string'
import { englishMarkupLabels } from '../../markup/labels/labels.ts'
import { type MarkdownKind, readMarkdown } from '../../markup/read-markdown.ts'
import { renderMarkdown } from '../../markup/render.ts'
import { toMathElement } from '../../markup/tree/formula.ts'
import { type HtmlAttributes, MarkupCollector } from './collector.ts'
import { parseHtmlIntoCollector } from './html.ts'
import type { ParsedMarkup } from './markup.ts'

/**
 * A Markdown text. `showsTags` is true for the texts of a quiz, because the page shows their HTML tags as plain text.
 */
export type UnparsedMarkdown = { source: string; showsTags: boolean }

function definitionsOf(node: Nodes, found = new Map<string, Definition>()): Map<string, Definition> {
  if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node)
  if ('children' in node) for (const child of node.children) definitionsOf(child, found)
  return found
}

type Context = UnparsedMarkdown & {
  definitions: Map<string, Definition>
  headers: Set<Nodes>
  collector: MarkupCollector
}

/**
 * Returns the cells with text in the first row of a Markdown table. Tables without headers have an empty first row,
 * because Markdown requires one.
 */
const headersOf = (table: Table) => table.children[0]?.children.filter((cell) => toText(cell).trim() !== '') ?? []

/**
 * Returns the offset of a heading that begins with `#`. Returns undefined for a heading that is underlined with `===`
 * or `---`.
 */
function markOffset({ position }: Nodes, source: string): number | undefined {
  const at = position?.start.offset
  return at !== undefined && source[at] === '#' ? at : undefined
}

type Element = { name: string; attributes?: HtmlAttributes; at?: number }

/**
 * Returns the HTML element for a node of a Markdown syntax tree, such as `h2` for a heading of level 2. Returns
 * undefined for other nodes, such as text.
 */
function elementOf(node: Nodes, { source, showsTags, definitions, headers }: Context): Element | undefined {
  switch (node.type) {
    case 'heading':
      return { name: `h${node.depth}`, at: markOffset(node, source) }
    case 'link':
      return { name: 'a', attributes: { href: node.url } }
    case 'linkReference':
      return { name: 'a', attributes: { href: definitions.get(node.identifier)?.url ?? '' } }
    case 'table':
      return { name: 'table' }
    case 'tableRow':
      return { name: 'tr' }
    case 'tableCell':
      return { name: headers.has(node) ? 'th' : 'td' }
    case 'inlineCode':
      return { name: 'code' }
    case 'html':
      return showsTags ? { name: 'code' } : undefined
    case 'paragraph':
      return { name: 'p' }
    case 'list':
      return { name: 'ul' }
    case 'listItem':
      return { name: 'li' }
    case 'footnoteDefinition':
      return { name: 'div' }
    default:
      return undefined
  }
}

function collect(node: Nodes, context: Context): void {
  const { showsTags, definitions, headers, collector } = context
  if (node.type === 'table') {
    const cells = headersOf(node)
    for (const cell of cells) headers.add(cell)
    if (cells.length > 0) collector.addEmptyHeaderCells(node.children[0]!.children.length - cells.length)
  }
  const element = elementOf(node, context)
  if (element) collector.open(element.name, element.attributes, element.at)
  if (node.type === 'text') collector.addText(node.value)
  else if (node.type === 'inlineCode' || (node.type === 'html' && showsTags)) collector.addText(node.value)
  else if (node.type === 'break') collector.addText(' ')
  else if (node.type === 'html') parseHtmlIntoCollector(node.value, collector)
  else if (node.type === 'image') collector.addImage(node.url, node.alt ?? '', true)
  else if (node.type === 'imageReference')
    collector.addImage(definitions.get(node.identifier)?.url ?? '', node.alt ?? '', true)
  else if ('children' in node) for (const child of node.children) collect(child, context)
  if (element) collector.close(element.name)
}

/** What can begin a formula or a callout. Other texts need not be rendered. */
const marks = /\$|\\[([]|\[!/

/** Returns what a page would show otherwise than it is meant. */
function findProblems(source: string, kind: MarkdownKind) {
  const found: Pick<ParsedMarkup, 'unreadableFormulas' | 'unknownCallouts'> = {
    unreadableFormulas: [],
    unknownCallouts: [],
  }
  if (marks.test(source))
    renderMarkdown(source, kind, {
      labels: englishMarkupLabels,
      toMath: toMathElement,
      onProblem: ({ kind, text }) =>
        void (kind === 'formula' ? found.unreadableFormulas : found.unknownCallouts).push(text),
    })
  return found
}

/**
 * Parses a Markdown text. Callers must first check with `findMarkdownComplexityProblem` that the text does not take too
 * long to parse.
 */
export function parseMarkdown({ source, showsTags }: UnparsedMarkdown): ParsedMarkup {
  const kind = showsTags ? 'question' : 'text'
  const tree = readMarkdown(source, kind)
  const collector = new MarkupCollector()
  collect(tree, { source, showsTags, definitions: definitionsOf(tree), headers: new Set(), collector })
  return { ...collector.end(), ...findProblems(source, kind) }
}
