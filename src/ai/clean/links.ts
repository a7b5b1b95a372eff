import type { Link, LinkReference, Nodes } from 'mdast'
import { isHarmless } from './html.ts'

/** A part of a text, by its first and last offset, and what is to stand there. */
export type Edit = { from: number; to: number; text: string }

export const spanOf = ({ position }: Nodes) => ({ from: position!.start.offset!, to: position!.end.offset! })

/** What could be a tag to a reader who does not see the link around it. */
const tagLike = /<(?!https?:|mailto:)[a-z/!?]/i
const plain = (alt: string) => alt.replace(/[<>[\]`\\]/g, '')

/**
 * What is no link by one reading can be one by another: a bracket before an address that could act becomes a reference to
 * the character.
 */
export const withoutSeeds = (text: string) => text.replace(/\](?=[:(]\s*<?(?!https?:|mailto:)[^\s)]*[:&])/gi, '&#93;')

/** Takes a link off the words that it stands on. */
function unlink(node: Link | LinkReference, source: string, isSafe: boolean): Edit[] {
  const { from, to } = spanOf(node)
  const [first, last] = [node.children[0], node.children.at(-1)]
  // The words of an address by itself, `<javascript:…>`, are the address.
  const isAddress = source[from] === '<' || first === undefined || last === undefined
  if (isAddress) return isSafe ? [] : [{ from, to, text: '' }]
  const head = { from, to: spanOf(first).from, text: '' }
  const tail = { from: spanOf(last).to, to, text: '' }
  return isSafe && !tagLike.test(source.slice(tail.from, to)) ? [] : [head, tail]
}

/** What is to become of a link, a picture or a definition that could act. */
export function linkEdits(node: Nodes, source: string): Edit[] {
  const { from, to } = spanOf(node)
  const isSafe = !('url' in node) || isHarmless(node.url)
  if (node.type === 'link' || node.type === 'linkReference') return unlink(node, source, isSafe)
  if (isSafe && !tagLike.test(source.slice(from, to))) return []
  if (node.type === 'definition') return [{ from, to, text: '' }]
  if (node.type !== 'image' && node.type !== 'imageReference') return []
  return [{ from, to, text: plain(node.alt ?? '') }]
}
