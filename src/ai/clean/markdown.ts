import type { Html, Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmTable } from 'micromark-extension-gfm-table'
import { codeEdits } from './code.ts'
import { cleanHtml, cleanTag, withContent } from './html.ts'
import { type Edit, linkEdits, spanOf, withoutSeeds } from './links.ts'
import { cleanText } from './plain.ts'

/** HTML in a block of its own is whole; within a quote or a list its lines have their marks, so it becomes one line. */
function cleanBlock(html: Html, source: string): Edit {
  const { from, to } = spanOf(html)
  const clean = withoutSeeds(cleanHtml(html.value))
  return { from, to, text: source.slice(from, to) === html.value ? clean : clean.replace(/\s*\n\s*/g, ' ') }
}

/** HTML in a line comes tag by tag, with Markdown between; what a browser would run goes with all that is in it. */
function cleanInline(nodes: readonly Nodes[]): Edit[] {
  const edits: Edit[] = []
  let dropped: { name: string; from: number } | undefined
  for (const node of nodes) {
    if (node.type !== 'html') continue
    const { from, to } = spanOf(node)
    const { name, closes, text } = cleanTag(node.value)
    if (dropped) {
      if (closes && name === dropped.name) {
        edits.push({ from: dropped.from, to, text: '' })
        dropped = undefined
      }
    } else if (withContent.has(name) && !closes) dropped = { name, from }
    else edits.push({ from, to, text })
  }
  const { to = 0 } = nodes.at(-1) ? spanOf(nodes.at(-1)!) : {}
  return dropped ? [...edits, { from: dropped.from, to, text: '' }] : edits
}

/**
 * What is no tag by CommonMark can be one to others, so its sign becomes a reference to the character. A backslash would
 * not do: some take it into an address that stands before it.
 */
function escaped(node: Nodes, source: string): Edit[] {
  if (node.type !== 'text') return []
  const { from, to } = spanOf(node)
  const text = source.slice(from, to)
  const plain = withoutSeeds(text).replace(/(\\*)<(?=[a-z/!?])/gi, (_all, slashes: string) => {
    return `${slashes.slice(slashes.length % 2)}&lt;`
  })
  return plain === text ? [] : [{ from, to, text: plain }]
}

const holdsLines = (node: Nodes) => ['root', 'blockquote', 'listItem', 'footnoteDefinition'].includes(node.type)

function edits(node: Nodes, source: string, parent?: Nodes): Edit[] {
  const children: readonly Nodes[] = 'children' in node ? node.children : []
  const html = holdsLines(node)
    ? children.flatMap((child) => (child.type === 'html' ? [cleanBlock(child, source)] : []))
    : cleanInline(children)
  return [
    ...linkEdits(node, source),
    ...codeEdits(node, source, parent),
    ...html,
    ...escaped(node, source),
    ...children.flatMap((child) => edits(child, source, node)),
  ]
}

function once(source: string, tree: Nodes): string {
  const kept: string[] = []
  let at = 0
  // The wider of two that begin together comes first, and what lies within one that is replaced is gone with it.
  for (const { from, to, text } of edits(tree, source).sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (from < at) continue
    kept.push(source.slice(at, from), text)
    at = to
  }
  return kept.join('') + source.slice(at)
}

// Quotes and lists within each other, deeper than anybody writes: what reads them goes as deep.
const abyss = /^(?:[ \t]*(?:>|[-+*](?=\s)|\d{1,9}[.)](?=\s))){20,}/gm

// With tables and notes, which turn one's code into another's text.
const github = {
  extensions: [gfmTable(), gfmFootnote()],
  mdastExtensions: [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown()],
}

const rounds = 8

/**
 * Markdown in which nothing can act: raw HTML is sanitised, links with other schemes than the web's are taken off. What
 * is code, in spans and blocks, stays to the letter. It is read as CommonMark and as GitHub's dialect of it. What is left after one part is gone can be another, so it is looked
 * at again until nothing changes.
 */
export function cleanMarkdown(source: string): string {
  let text = cleanText(source).replace(abyss, '')
  for (let round = 0; round < rounds; round++) {
    const common = once(text, fromMarkdown(text))
    const clean = once(common, fromMarkdown(common, github))
    if (clean === text) return text
    text = clean
  }
  return ''
}
