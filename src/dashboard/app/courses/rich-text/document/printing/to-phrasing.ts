import type { Link, LinkReference, PhrasingContent } from 'mdast'
import type { Mark, Node } from 'prosemirror-model'
import { richTextSchema } from '../schema/schema.ts'
import { makeWritten } from './markdown-nodes.ts'

const { nodes, marks } = richTextSchema

/** Makes the source of a formula in a line, with the delimiter that it had where its text allows it. */
function writeFormula(value: string, delimiter: string): string {
  const isSafe = {
    $: /^[^\s$](?:[^$]*[^\s$])?$/.test(value),
    $$: !value.includes('$$') && !/^\$|\$$/.test(value),
    '\\(': !/\\\)/.test(value),
  }
  const found = [delimiter, '$', '$$', '\\('].find((one) => isSafe[one as keyof typeof isSafe]) ?? '$$'
  return found + value + (found === '\\(' ? '\\)' : found)
}

/** `isDefined` tells whether the text has a definition of a label. A reference without one is written with its address. */
export type IsDefined = (label: string) => boolean

function toLeaf(node: Node, isDefined: IsDefined): PhrasingContent {
  const { attrs } = node
  switch (node.type) {
    case nodes.soft:
      return { type: 'text', value: '\n' }
    case nodes.break:
      return attrs.tag === null ? { type: 'break' } : makeWritten(attrs.tag)
    case nodes.image: {
      const { url, alt, title, reference } = attrs as {
        url: string
        alt: string
        title: string | null
        reference: string | null
      }
      if (reference !== null && isDefined(reference))
        return {
          type: 'imageReference',
          identifier: reference,
          label: reference,
          alt,
          referenceType: alt === reference ? 'shortcut' : 'full',
        }
      return { type: 'image', url, alt, title }
    }
    case nodes.inlineMath:
      return makeWritten(writeFormula(attrs.value, attrs.delimiter))
    case nodes.rawInline:
      return makeWritten(attrs.source)
    default:
      return { type: 'text', value: node.text! }
  }
}

function toLink(mark: Mark, children: PhrasingContent[], isDefined: IsDefined): Link | LinkReference {
  const { url, title, reference } = mark.attrs as { url: string; title: string | null; reference: string | null }
  const content = children as Link['children']
  if (reference === null || !isDefined(reference)) return { type: 'link', url, title, children: content }
  return {
    type: 'linkReference',
    identifier: reference,
    label: reference,
    referenceType: 'shortcut',
    children: content,
  }
}

function wrap(mark: Mark, children: PhrasingContent[], isDefined: IsDefined): PhrasingContent {
  switch (mark.type) {
    case marks.link:
      return toLink(mark, children, isDefined)
    case marks.em:
      return { type: 'emphasis', children }
    case marks.strong:
      return { type: 'strong', children }
    default:
      return { type: 'delete', children }
  }
}

/** The end of the run of nodes from `start` that have the mark. */
function findEndOfRun(line: readonly Node[], start: number, mark: Mark): number {
  let end = start + 1
  while (end < line.length && mark.isInSet(line[end]!.marks)) end++
  return end
}

/** The mark, not in `open` yet, that reaches furthest from `start`. Code is always innermost. */
function findOutermost(
  line: readonly Node[],
  start: number,
  open: readonly Mark[],
): { mark: Mark; end: number } | undefined {
  let found: { mark: Mark; end: number } | undefined
  for (const mark of line[start]!.marks) {
    if (mark.type === marks.mono || mark.isInSet(open)) continue
    const end = findEndOfRun(line, start, mark)
    if (!found || end > found.end) found = { mark, end }
  }
  return found
}

/** Joins neighbours, of which a printer would escape the characters where they meet. */
function append(content: PhrasingContent[], next: PhrasingContent): void {
  const last = content.at(-1)
  if (next.type === 'text' && last?.type === 'text') last.value += next.value
  else content.push(next)
}

function nest(line: readonly Node[], open: readonly Mark[], isDefined: IsDefined): PhrasingContent[] {
  const content: PhrasingContent[] = []
  for (let index = 0; index < line.length; ) {
    const node = line[index]!
    const outermost = findOutermost(line, index, open)
    const mono = node.marks.find(({ type }) => type === marks.mono)
    if (outermost) {
      const { mark, end } = outermost
      append(content, wrap(mark, nest(line.slice(index, end), [...open, mark], isDefined), isDefined))
      index = end
    } else if (mono && node.isText) {
      append(content, { type: 'inlineCode', value: node.text! })
      index++
    } else {
      append(content, toLeaf(node, isDefined))
      index++
    }
  }
  return content
}

/** The content of a paragraph, heading or cell as nodes of Markdown. */
export const toPhrasing = (block: Node, isDefined: IsDefined): PhrasingContent[] => nest(block.children, [], isDefined)
