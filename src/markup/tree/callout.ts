import type { Element, ElementContent } from 'hast'
import type { Blockquote, Paragraph, PhrasingContent, Text } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import { type CalloutKind, calloutKinds, type MarkupLabels } from '../labels/labels.ts'

const mark = /^\[!([\w-]{1,40})\][ \t]*/

/** Returns the word of the mark at the start of a quote, such as `note` for `[!NOTE]`, and the mark's length. */
export function findCalloutMark({ children }: Blockquote): { word: string; length: number } | undefined {
  const [first] = children
  const text = first?.type === 'paragraph' ? first.children[0] : undefined
  const found = text?.type === 'text' ? mark.exec(text.value) : null
  return found ? { word: found[1]!.toLowerCase(), length: found[0].length } : undefined
}

const isCalloutKind = (word: string): word is CalloutKind => calloutKinds.some((kind) => kind === word)

/** Divides the content of a paragraph after its first line. */
function divideAfterFirstLine(nodes: readonly PhrasingContent[]): [PhrasingContent[], PhrasingContent[]] {
  for (const [index, node] of nodes.entries()) {
    if (node.type === 'break') return [nodes.slice(0, index), nodes.slice(index + 1)]
    const end = node.type === 'text' ? node.value.indexOf('\n') : -1
    if (node.type !== 'text' || end < 0) continue
    return [
      [...nodes.slice(0, index), { type: 'text', value: node.value.slice(0, end) }],
      [{ type: 'text', value: node.value.slice(end + 1) }, ...nodes.slice(index + 1)],
    ]
  }
  return [[...nodes], []]
}

const hasText = (nodes: readonly PhrasingContent[]) => nodes.some((node) => node.type !== 'text' || node.value !== '')

/** Makes the callout of a quote that begins with a mark such as `[!NOTE]`, or returns undefined. */
export function makeCallout(
  state: State,
  quote: Blockquote,
  labels: MarkupLabels,
  onUnknown: (word: string) => void,
): Element | undefined {
  const found = findCalloutMark(quote)
  if (!found) return undefined
  const { word, length } = found
  if (!isCalloutKind(word)) {
    onUnknown(word)
    return undefined
  }
  const [first, ...others] = quote.children as [Paragraph, ...Blockquote['children']]
  const [marked, ...inLine] = first.children as [Text, ...PhrasingContent[]]
  const [title, rest] = divideAfterFirstLine([{ type: 'text', value: marked.value.slice(length) }, ...inLine])
  const isTitled = hasText(title)
  const heading: Element = {
    type: 'element',
    tagName: 'p',
    properties: { className: ['callout-title'], ...(!isTitled && { lang: labels.tag }) },
    children: isTitled
      ? (state.all({ type: 'paragraph', children: title }) as ElementContent[])
      : [{ type: 'text', value: labels.callouts[word] }],
  }
  const body: Blockquote = {
    ...quote,
    children: [...(hasText(rest) ? [{ type: 'paragraph' as const, children: rest }] : []), ...others],
  }
  return {
    type: 'element',
    tagName: 'aside',
    properties: { className: ['callout'], dataKind: word },
    children: [heading, ...state.wrap(state.all(body), true)],
  }
}
