import type { Link, LinkReference, Nodes } from 'mdast'
import { linkProtocols } from '../../markup/tree/sanitize.ts'

/** An edit of a text: replaces the characters from offset `from` up to, but not including, offset `to` by `text`. */
export type TextEdit = { from: number; to: number; text: string }

export const getMarkdownNodeOffsets = ({ position }: Nodes) => ({
  from: position!.start.offset!,
  to: position!.end.offset!,
})

const plain = (alt: string) => alt.replace(/[<>[\]`\\]/g, '')

/** Returns whether a URL has a scheme that links of pages may have, or no scheme. */
export function hasSafeOrNoUrlScheme(url: string): boolean {
  // Browsers remove control characters before they read a URL's scheme (WHATWG URL Standard, section 4.4).
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are matched on purpose.
  const scheme = /^([^/?#:]*):/.exec(url.replace(/[\u0000-\u0020\u007f-\u009f]/g, ''))?.[1]
  return scheme === undefined || linkProtocols.includes(scheme.toLowerCase())
}

/** Returns edits that remove a link but keep its text. */
function unlink(node: Link | LinkReference, source: string): TextEdit[] {
  const { from, to } = getMarkdownNodeOffsets(node)
  const [first, last] = [node.children[0], node.children.at(-1)]
  // The text of a bare URL such as `<javascript:…>` is the URL itself, so the edit removes the text too.
  const isBareUrl = source[from] !== '[' || first === undefined || last === undefined
  if (isBareUrl) return [{ from, to, text: '' }]
  return [
    { from, to: getMarkdownNodeOffsets(first).from, text: '' },
    { from: getMarkdownNodeOffsets(last).to, to, text: '' },
  ]
}

/** Returns whether a generated text may contain a URL, for example as the address of a link or an image. */
export type IsUrlAllowed = (url: string) => boolean

/**
 * Returns a function that tells whether a URL is one of `allowedUrls`. URLs without a scheme, such as `#roots`, lead to
 * the same site, so they are allowed too.
 */
export function makeUrlFilter(allowedUrls: readonly string[]): IsUrlAllowed {
  const normalize = (url: string) => URL.parse(url)?.href
  const allowed = new Set(allowedUrls.map(normalize))
  return (url) => {
    const href = normalize(url)
    return href === undefined ? !url.trim().startsWith('//') : allowed.has(href)
  }
}

/** Returns edits that remove a link, image or link definition if its URL is unsafe or not allowed. */
export function makeLinkRemovalEdits(node: Nodes, source: string, isUrlAllowed: IsUrlAllowed): TextEdit[] {
  if (!('url' in node) || (hasSafeOrNoUrlScheme(node.url) && isUrlAllowed(node.url))) return []
  if (node.type === 'link') return unlink(node, source)
  return [{ ...getMarkdownNodeOffsets(node), text: node.type === 'image' ? plain(node.alt ?? '') : '' }]
}
