import type { Html, Nodes } from 'mdast'
import { makeCodeCleanupEdits } from './code.ts'
import { cleanHtml, elementsRemovedWithContent, parseAndCleanHtmlTag } from './html.ts'
import { joinLinesWithSpaces } from './lines.ts'
import {
  escapeBracketsBeforeUnsafeUrls,
  getMarkdownNodeOffsets,
  type IsUrlAllowed,
  makeLinkRemovalEdits,
  type TextEdit,
} from './links.ts'

/**
 * Returns the edit that cleans an HTML block. In a quote or list, the clean HTML becomes one line, because each new
 * line of a quote or list needs a marker.
 */
function cleanBlock(html: Html, source: string, isUrlAllowed: IsUrlAllowed): TextEdit {
  const { from, to } = getMarkdownNodeOffsets(html)
  const clean = escapeBracketsBeforeUnsafeUrls(cleanHtml(html.value, isUrlAllowed))
  return { from, to, text: source.slice(from, to) === html.value ? clean : joinLinesWithSpaces(clean) }
}

/**
 * Returns edits that clean inline HTML, which the parser splits into single tags. An element such as `script` loses its
 * content too.
 */
function cleanInline(nodes: readonly Nodes[]): TextEdit[] {
  const edits: TextEdit[] = []
  let removed: { name: string; from: number } | undefined
  for (const node of nodes) {
    if (node.type !== 'html') continue
    const { from, to } = getMarkdownNodeOffsets(node)
    const { name, closes, text } = parseAndCleanHtmlTag(node.value)
    if (removed) {
      if (closes && name === removed.name) {
        edits.push({ from: removed.from, to, text: '' })
        removed = undefined
      }
    } else if (elementsRemovedWithContent.has(name) && !closes) removed = { name, from }
    else edits.push({ from, to, text })
  }
  const { to = 0 } = nodes.at(-1) ? getMarkdownNodeOffsets(nodes.at(-1)!) : {}
  return removed ? [...edits, { from: removed.from, to, text: '' }] : edits
}

/**
 * Returns edits that escape possible tags and unsafe links in a text, because another parser could read the text
 * differently.
 */
function escapeEdits(node: Nodes, source: string): TextEdit[] {
  if (node.type !== 'text') return []
  const { from, to } = getMarkdownNodeOffsets(node)
  const text = source.slice(from, to)
  const plain = escapeBracketsBeforeUnsafeUrls(text).replace(/\\+(?:<(?=[a-z/!?]))?|<(?=[a-z/!?])/gi, (found) => {
    if (!found.endsWith('<')) return found
    const slashes = found.slice(0, -1)
    // Writes `&lt;` for `<`, because after a URL, some parsers would read the backslash of `\<` as part of the URL.
    return `${slashes.slice(slashes.length % 2)}&lt;`
  })
  return plain === text ? [] : [{ from, to, text: plain }]
}

const holdsLines = (node: Nodes) => ['root', 'blockquote', 'listItem', 'footnoteDefinition'].includes(node.type)

function edits(node: Nodes, source: string, isUrlAllowed: IsUrlAllowed, parent?: Nodes): TextEdit[] {
  const children: readonly Nodes[] = 'children' in node ? node.children : []
  const html = holdsLines(node)
    ? children.flatMap((child) => (child.type === 'html' ? [cleanBlock(child, source, isUrlAllowed)] : []))
    : cleanInline(children)
  return [
    ...makeLinkRemovalEdits(node, source, isUrlAllowed),
    ...makeCodeCleanupEdits(node, source, parent),
    ...html,
    ...escapeEdits(node, source),
    ...children.flatMap((child) => edits(child, source, isUrlAllowed, node)),
  ]
}

/**
 * Returns a safe version of the Markdown text `source`: finds all unsafe places in the syntax tree of the text
 * (`tree`), and replaces these places in the text.
 */
export function cleanParsedMarkdown(source: string, tree: Nodes, isUrlAllowed: IsUrlAllowed): string {
  const chunks: string[] = []
  let at = 0
  // Of two edits that begin at the same offset, the longer edit comes first.
  for (const { from, to, text } of edits(tree, source, isUrlAllowed).sort((a, b) => a.from - b.from || b.to - a.to)) {
    // Skips an edit that begins inside an earlier edit.
    if (from < at) continue
    chunks.push(source.slice(at, from), text)
    at = to
  }
  return chunks.join('') + source.slice(at)
}
