import type { Definition, Html, Image, Link, Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { cleanHtml, cleanTag, isHarmless, withContent } from './html.ts'
import { cleanText } from './plain.ts'

/** A part of a text, by its first and last offset, and what is to stand there. */
type Edit = { from: number; to: number; text: string }

const spanOf = ({ position }: Nodes) => ({ from: position!.start.offset!, to: position!.end.offset! })

/** HTML in a block of its own is whole; within a quote or a list its lines have their marks, so it becomes one line. */
function cleanBlock(html: Html, source: string): Edit {
  const { from, to } = spanOf(html)
  const clean = cleanHtml(html.value)
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

/** A link that could act is taken off the words that it stands on. */
function unlinked(node: Link | Image | Definition): Edit[] {
  const { from, to } = spanOf(node)
  if (node.type === 'image') return [{ from, to, text: node.alt ?? '' }]
  if (node.type === 'definition') return [{ from, to, text: '' }]
  const [first, last] = [node.children[0], node.children.at(-1)]
  // The words of `<javascript:…>` are its address.
  const isAddress = first?.type === 'text' && first.value === node.url
  if (!first || !last || isAddress) return [{ from, to, text: '' }]
  return [
    { from, to: spanOf(first).from, text: '' },
    { from: spanOf(last).to, to, text: '' },
  ]
}

const holdsLines = (node: Nodes) => ['root', 'blockquote', 'listItem', 'footnoteDefinition'].includes(node.type)

function edits(node: Nodes, source: string): Edit[] {
  const children: readonly Nodes[] = 'children' in node ? node.children : []
  const own =
    (node.type === 'link' || node.type === 'image' || node.type === 'definition') && !isHarmless(node.url)
      ? unlinked(node)
      : []
  const html = holdsLines(node)
    ? children.flatMap((child) => (child.type === 'html' ? [cleanBlock(child, source)] : []))
    : cleanInline(children)
  return [...own, ...html, ...children.flatMap((child) => edits(child, source))]
}

function once(source: string): string {
  const kept: string[] = []
  let at = 0
  // The wider of two that begin together comes first, and what lies within one that is replaced is gone with it.
  for (const { from, to, text } of edits(fromMarkdown(source), source).sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (from < at) continue
    kept.push(source.slice(at, from), text)
    at = to
  }
  return kept.join('') + source.slice(at)
}

// Quotes and lists within each other, deeper than anybody writes: what reads them goes as deep.
const abyss = /^(?:[ \t]*(?:>|[-+*](?=\s)|\d{1,9}[.)](?=\s))){20,}/gm

const rounds = 8

/**
 * Markdown in which nothing can act: raw HTML is sanitised, links with other schemes than the web's are taken off. What
 * is code, in spans and blocks, stays to the letter. What is left after one part is gone can be another, so it is looked
 * at again until nothing changes.
 */
export function cleanMarkdown(source: string): string {
  let text = cleanText(source).replace(abyss, '')
  for (let round = 0; round < rounds; round++) {
    const clean = once(text)
    if (clean === text) return text
    text = clean
  }
  return ''
}
