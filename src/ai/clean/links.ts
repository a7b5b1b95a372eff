import type { Link, LinkReference, Nodes } from 'mdast'
import { hasSafeOrNoUrlScheme } from './html.ts'

/** An edit of a text: replaces the characters from offset `from` up to, but not including, offset `to` by `text`. */
export type TextEdit = { from: number; to: number; text: string }

export const getMarkdownNodeOffsets = ({ position }: Nodes) => ({
  from: position!.start.offset!,
  to: position!.end.offset!,
})

/**
 * Matches text in a link that looks like the beginning of an HTML tag. A parser that does not recognise the link would
 * read a tag there.
 */
const tagLike = /<(?!https?:|mailto:)[a-z/!?]/i
const plain = (alt: string) => alt.replace(/[<>[\]`\\]/g, '')

const harmlessScheme = /https?:|mailto:/iy
const space = /[\s)]/

/**
 * Finds the end of the word at offset `at`, and its last `:` or `&`. A URL scheme ends with `:`, in HTML also with
 * `&colon;`.
 */
function wordAt(text: string, at: number): { end: number; lastMark: number } {
  let end = at
  let lastMark = -1
  for (; end < text.length && !space.test(text[end]!); end++) if (text[end] === ':' || text[end] === '&') lastMark = end
  return { end, lastMark }
}

/** Escapes `]` where another parser could read a link with an unsafe URL, as in `](javascript:…`. */
export function escapeBracketsBeforeUnsafeUrls(text: string): string {
  const chunks: string[] = []
  let from = 0
  let word = { end: 0, lastMark: -1 }
  for (const { 0: found, index } of text.matchAll(/\][:(][\s>]*/g)) {
    const at = index + found.length
    harmlessScheme.lastIndex = at
    if (harmlessScheme.test(text)) continue
    // Each word is read only once, so the time is linear in the length of the text.
    if (at >= word.end) word = wordAt(text, at)
    if (word.lastMark < at) continue
    chunks.push(text.slice(from, index), '&#93;')
    from = index + 1
  }
  return from === 0 ? text : chunks.join('') + text.slice(from)
}

/**
 * Returns edits that remove a link but keep its text, if the URL is unsafe or if the URL or title could contain a tag
 * (`tagLike`).
 */
function unlink(node: Link | LinkReference, source: string, isSafe: boolean): TextEdit[] {
  const { from, to } = getMarkdownNodeOffsets(node)
  const [first, last] = [node.children[0], node.children.at(-1)]
  // The text of a bare URL such as `<javascript:…>` is the URL itself, so the edit removes the text too.
  const isBareUrl = source[from] === '<' || first === undefined || last === undefined
  if (isBareUrl) return isSafe ? [] : [{ from, to, text: '' }]
  const head = { from, to: getMarkdownNodeOffsets(first).from, text: '' }
  const tail = { from: getMarkdownNodeOffsets(last).to, to, text: '' }
  return isSafe && !tagLike.test(source.slice(tail.from, to)) ? [] : [head, tail]
}

/** Returns whether a generated text may contain a URL, for example as the address of a link or an image. */
export type IsUrlAllowed = (url: string) => boolean

/** Returns edits that remove a link, image or link definition if it is unsafe or if its URL is not allowed. */
export function makeLinkRemovalEdits(node: Nodes, source: string, isUrlAllowed: IsUrlAllowed): TextEdit[] {
  const { from, to } = getMarkdownNodeOffsets(node)
  const isSafe = !('url' in node) || (hasSafeOrNoUrlScheme(node.url) && isUrlAllowed(node.url))
  if (node.type === 'link' || node.type === 'linkReference') return unlink(node, source, isSafe)
  if (isSafe && !tagLike.test(source.slice(from, to))) return []
  if (node.type === 'definition') return [{ from, to, text: '' }]
  if (node.type !== 'image' && node.type !== 'imageReference') return []
  return [{ from, to, text: plain(node.alt ?? '') }]
}
