import type { Definition, PhrasingContent, Text } from 'mdast'
import { Mark, type Node } from 'prosemirror-model'
import { richTextSchema } from '../schema/schema.ts'
import { removePrefix, withLineFeeds } from './lines.ts'

const { nodes, marks } = richTextSchema

/** A node of a line, and what it comes from; of a text, with the offset in its value at which the node begins. */
export type InlinePiece = { readonly node: Node; readonly from: PhrasingContent; readonly valueStart: number }

type InlineContext = {
  readonly source: string
  /** How far the source has moved since it was parsed. */
  readonly shift: number
  readonly definitions: ReadonlyMap<string, Definition>
  /** What the containers put before the further lines of the block. */
  readonly prefix: string
}

type Marks = readonly Mark[]

const lineBreakTag = /^<br\s*\/?>$/i
const formulaStart = /^(?:\$\$?|\\\()/

function readText(from: Text, on: Marks): InlinePiece[] {
  const pieces: InlinePiece[] = []
  let valueStart = 0
  for (const part of from.value.split(/(\r\n?|\n)/)) {
    const isEnd = part[0] === '\n' || part[0] === '\r'
    const node = isEnd ? nodes.soft.create(null, null, on) : part !== '' && richTextSchema.text(part, on)
    if (node) pieces.push({ node, from, valueStart })
    valueStart += part.length
  }
  return pieces
}

/** Reads the content of a paragraph, heading or cell. */
export function readInline(children: readonly PhrasingContent[], context: InlineContext): InlinePiece[] {
  const { source, shift, definitions, prefix } = context
  const sliceOf = ({ position }: PhrasingContent) =>
    source.slice(position!.start.offset! + shift, position!.end.offset! + shift)

  const readAll = (content: readonly PhrasingContent[], on: Marks): InlinePiece[] =>
    content.flatMap((child) => read(child, on))

  function makeRaw(from: PhrasingContent, on: Marks): Node {
    const written = from.type === 'html' ? withLineFeeds(from.value) : removePrefix(sliceOf(from), prefix)
    return nodes.rawInline.create({ source: written, kind: from.type }, null, on)
  }

  function makeLeaf(from: PhrasingContent, on: Marks): Node {
    switch (from.type) {
      case 'inlineCode': {
        const text = withLineFeeds(from.value).replaceAll('\n', ' ')
        return text === '' ? makeRaw(from, on) : richTextSchema.text(text, marks.mono.create().addToSet(on))
      }
      case 'break':
        return nodes.break.create(null, null, on)
      case 'html':
        return lineBreakTag.test(from.value) ? nodes.break.create({ tag: from.value }, null, on) : makeRaw(from, on)
      case 'inlineMath': {
        const delimiter = formulaStart.exec(sliceOf(from))?.[0] ?? '$'
        return nodes.inlineMath.create({ value: withLineFeeds(from.value), delimiter }, null, on)
      }
      case 'image': {
        const { url, title, alt } = from
        return nodes.image.create({ url, title: title ?? null, alt: alt ?? '' }, null, on)
      }
      case 'imageReference': {
        const definition = definitions.get(from.identifier)
        if (!definition) return makeRaw(from, on)
        const { url, title } = definition
        const reference = from.label ?? from.identifier
        return nodes.image.create({ url, title: title ?? null, alt: from.alt ?? '', reference }, null, on)
      }
      default:
        return makeRaw(from, on)
    }
  }

  function findLink(from: PhrasingContent): Mark | undefined {
    if (from.type === 'link') return marks.link.create({ url: from.url, title: from.title ?? null })
    const definition = from.type === 'linkReference' && definitions.get(from.identifier)
    if (!definition) return undefined
    const reference = from.label ?? from.identifier
    return marks.link.create({ url: definition.url, title: definition.title ?? null, reference })
  }

  function read(from: PhrasingContent, on: Marks): InlinePiece[] {
    switch (from.type) {
      case 'text':
        return readText(from, on)
      case 'emphasis':
        return readAll(from.children, marks.em.create().addToSet(on))
      case 'strong':
        return readAll(from.children, marks.strong.create().addToSet(on))
      case 'delete':
        return readAll(from.children, marks.del.create().addToSet(on))
      case 'link':
      case 'linkReference': {
        const content = readAll(from.children, findLink(from)?.addToSet(on) ?? on)
        return content.length > 0 && findLink(from) ? content : [{ node: makeRaw(from, on), from, valueStart: 0 }]
      }
      default:
        return [{ node: makeLeaf(from, on), from, valueStart: 0 }]
    }
  }

  return readAll(children, Mark.none)
}
