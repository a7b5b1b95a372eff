import { Fragment, type Mark, type MarkType, type Node } from 'prosemirror-model'
import { richTextSchema } from '../schema/schema.ts'

const { nodes, marks } = richTextSchema

const isMono = (node: Node) => node.marks.some(({ type }) => type === marks.mono)
const isLineEnd = ({ type }: Node) => type === nodes.soft || type === nodes.break
const withText = (node: Node, text: string): Node[] => (text === '' ? [] : [richTextSchema.text(text, node.marks)])

/** An address has no line breaks, a title no empty lines. */
function cleanLink(mark: Mark): Mark {
  if (mark.type !== marks.link) return mark
  const { url, title } = mark.attrs as { url: string; title: string | null }
  const cleanUrl = url.replace(/[\0\r\n]/g, '')
  const cleanTitle = title?.replace(/\0/g, '\uFFFD').replace(/\s*[\r\n]\s*/g, ' ') || null
  return cleanUrl === url && cleanTitle === title
    ? mark
    : mark.type.create({ ...mark.attrs, url: cleanUrl, title: cleanTitle })
}

/** Only text is code. */
function cleanMarks(node: Node): Node {
  const kept = node.isText ? node.marks : marks.mono.removeFromSet(node.marks)
  const cleaned = kept.map(cleanLink)
  const isSame = kept === node.marks && cleaned.every((mark, index) => mark === kept[index])
  return isSame ? node : node.mark(cleaned)
}

function cleanImage(node: Node): Node {
  const { url, alt, title } = node.attrs as { url: string; alt: string; title: string | null }
  const oneLine = (text: string) =>
    text
      .replace(/\0/g, '\uFFFD')
      .replace(/\s*[\r\n]\s*/g, ' ')
      .trim()
  const attributes = {
    ...node.attrs,
    url: url.replace(/[\0\r\n]/g, ''),
    alt: oneLine(alt),
    title: (title && oneLine(title)) || null,
  }
  return nodes.image.create(attributes, null, node.marks)
}

const isCell = ({ type }: Node) => type === nodes.cell || type === nodes.headerCell

/** In the code of a cell, `\|` is a bar, so that a backslash before a bar cannot be written there. */
function cleanText(node: Node, block: Node): string {
  const text = node.text!.replaceAll('\0', '\uFFFD')
  return isCell(block) && isMono(node) ? text.replace(/(?<!\\)((?:\\\\)*)\\\|/g, '$1|') : text
}

/** Divides text at line breaks. A line of its own, as in a heading, has none: they become spaces, and breaks become tags. */
function divide(node: Node, block: Node): Node[] {
  const isOneLine = block.type !== nodes.paragraph
  const on = cleanMarks(node)
  if (on.type === nodes.image) return [cleanImage(on)]
  if (isOneLine && on.type === nodes.soft) return [richTextSchema.text(' ', on.marks)]
  if (isOneLine && on.type === nodes.break && on.attrs.tag === null)
    return [nodes.break.create({ tag: '<br>' }, null, on.marks)]
  if (!on.isText) return [on]
  const parts = cleanText(on, block).split(/\r\n?|\n/)
  if (isOneLine || isMono(on)) return withText(on, parts.join(' '))
  return parts.flatMap((part, index) => [
    ...(index > 0 ? [nodes.soft.create(null, null, on.marks)] : []),
    ...withText(on, part),
  ])
}

/** Takes a mark from white space at the start of a run of nodes, or at its end: `** a**` is not bold. */
function trimMark(run: readonly Node[], type: MarkType): Node[] {
  const out = [...run]
  const without = (node: Node) => node.mark(type.removeFromSet(node.marks))
  let first = 0
  for (; first < out.length; first++) {
    const node = out[first]!
    if (isLineEnd(node)) out[first] = without(node)
    else if (!node.isText || isMono(node)) break
    else {
      const space = /^\s*/.exec(node.text!)![0].length
      if (space < node.text!.length) {
        if (space > 0) out.splice(first, 1, without(node.cut(0, space)), node.cut(space))
        break
      }
      out[first] = without(node)
    }
  }
  for (let last = out.length - 1; last > first; last--) {
    const node = out[last]!
    if (isLineEnd(node)) out[last] = without(node)
    else if (!node.isText || isMono(node)) break
    else if (node.text!.trim() !== '') break
    else out[last] = without(node)
  }
  const end = out.findLastIndex((node) => type.isInSet(node.marks))
  const node = out[end]
  if (node?.isText && !isMono(node)) {
    const length = node.text!.trimEnd().length
    if (length < node.text!.length) out.splice(end, 1, node.cut(0, length), without(node.cut(length)))
  }
  return out
}

function trimMarks(line: readonly Node[], type: MarkType): Node[] {
  const out: Node[] = []
  for (let index = 0; index < line.length; ) {
    let end = index
    while (end < line.length && type.isInSet(line[end]!.marks)) end++
    out.push(...(end > index ? trimMark(line.slice(index, end), type) : [line[index]!]))
    index = Math.max(end, index + 1)
  }
  return out
}

/** Markdown ignores spaces at the ends of lines, and has no empty lines in a paragraph. */
function trimLines(line: readonly Node[]): Node[] {
  const out: Node[] = []
  const isStartOfLine = () => out.length === 0 || isLineEnd(out.at(-1)!)
  function trimEndOfLine(): void {
    const last = out.at(-1)
    if (!last?.isText || isMono(last)) return
    const text = last.text!.replace(/[ \t]+$/, '')
    if (text.length === last.text!.length) return
    out.pop()
    out.push(...withText(last, text))
    if (text === '') trimEndOfLine()
  }
  for (const node of line) {
    const isWritten = node.type === nodes.break && node.attrs.tag === null
    if (node.isText && !isMono(node) && isStartOfLine()) out.push(...withText(node, node.text!.replace(/^[ \t]+/, '')))
    else if (node.type === nodes.soft) {
      trimEndOfLine()
      const last = out.at(-1)
      if (last && last.type !== nodes.soft && !(last.type === nodes.break && last.attrs.tag === null)) out.push(node)
    } else if (node.type === nodes.break) {
      trimEndOfLine()
      if (isWritten && out.at(-1)?.type === nodes.soft) out.pop()
      if (!isWritten || out.length > 0) out.push(node)
    } else out.push(node)
  }
  trimEndOfLine()
  for (let last = out.at(-1); last && isLineEnd(last) && !last.attrs.tag; last = out.at(-1)) {
    out.pop()
    trimEndOfLine()
  }
  return out
}

const isTag = ({ type, attrs, marks: on }: Node) =>
  on.length === 0 &&
  ((type === nodes.break && attrs.tag !== null) || (type === nodes.rawInline && attrs.kind === 'html'))

const attention = [marks.em, marks.strong, marks.del]

/**
 * The content of a paragraph, heading or cell as Markdown can hold it: without space at the ends of lines and of bold
 * text, and without breaks at its own ends.
 */
export function normalizeLine(block: Node): Node {
  let line = block.children.flatMap((node) => divide(node, block))
  for (const type of attention) line = trimMarks(line, type)
  const trimmed = trimLines(line)
  const [first, second] = trimmed
  if (block.type === nodes.paragraph && first && isTag(first)) {
    // A tag alone on the first line begins a block of HTML.
    if (!second) return nodes.rawBlock.create({ source: first.attrs.tag ?? first.attrs.source, kind: 'html' })
    if (second.type === nodes.soft) trimmed[1] = richTextSchema.text(' ', second.marks)
  }
  const content = Fragment.from(trimmed)
  return content.eq(block.content) ? block : block.copy(content)
}
