import type { Nodes } from 'mdast'
import type { Options } from 'mdast-util-to-markdown'

type Chosen<Some> = { [Name in keyof Some]-?: NonNullable<Some[Name]> }

/** How an author writes what Markdown can write in several ways. */
export type WritingStyle = Chosen<
  Pick<
    Options,
    | 'bullet'
    | 'bulletOrdered'
    | 'closeAtx'
    | 'emphasis'
    | 'fence'
    | 'fences'
    | 'incrementListMarker'
    | 'listItemIndent'
    | 'quote'
    | 'rule'
    | 'ruleRepetition'
    | 'ruleSpaces'
    | 'setext'
    | 'strong'
  >
> & {
  /** What ends a line in the middle of a paragraph: a backslash or two spaces. */
  lineBreak: '\\' | '  '
  /** How an address that is its own text stands: `<https://example.com>` or without brackets. */
  autolink: 'angle' | 'bare'
  cellPadding: boolean
  alignColumns: boolean
}

export const defaultStyle: WritingStyle = {
  bullet: '-',
  bulletOrdered: '.',
  closeAtx: false,
  emphasis: '*',
  fence: '`',
  fences: true,
  incrementListMarker: true,
  listItemIndent: 'one',
  quote: '"',
  rule: '-',
  ruleRepetition: 3,
  ruleSpaces: false,
  setext: false,
  strong: '*',
  lineBreak: '\\',
  autolink: 'bare',
  cellPadding: true,
  alignColumns: false,
}

type Facts = Partial<WritingStyle>
type Of<Type extends Nodes['type']> = Extract<Nodes, { type: Type }>

const markOfItem = /^(?:([-+*])|(\d{1,9})([.)]))([ \t]*)/

function observeList(list: Of<'list'>, slice: (node: Nodes) => string): Facts {
  const [first, second] = list.children.map((item) => markOfItem.exec(slice(item)))
  if (!first) return {}
  const [, bullet, number, delimiter, space = ''] = first
  const width = (bullet ?? number + delimiter!).length + space.length
  const facts: Facts = { listItemIndent: space.length > 1 && width % 4 === 0 ? 'tab' : 'one' }
  if (bullet) return { ...facts, bullet: bullet as '-' }
  const isCounted = second?.[2] === undefined ? {} : { incrementListMarker: second[2] !== number }
  return { ...facts, ...isCounted, bulletOrdered: delimiter as '.' }
}

function observeTable(table: Of<'table'>, slice: (node: Nodes) => string): Facts {
  const lines = slice(table)
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd())
  const isAligned = lines.length > 2 && lines.every((line) => line.length === lines[0]!.length)
  return { cellPadding: / \||\| /.test(lines[0]!), alignColumns: isAligned }
}

/** What the source of one node says of the style. */
function observe(node: Nodes, slice: (node: Nodes) => string): Facts {
  const text = slice(node)
  switch (node.type) {
    case 'emphasis':
      return { emphasis: text[0] === '_' ? '_' : '*' }
    case 'strong':
      return { strong: text[0] === '_' ? '_' : '*' }
    case 'list':
      return observeList(node, slice)
    case 'thematicBreak':
      return {
        rule: text[0] as '-',
        ruleRepetition: text.replace(/\s/g, '').length,
        ruleSpaces: /[ \t]/.test(text.trim()),
      }
    case 'heading':
      if (text[0] === '#') return { ...(node.depth < 3 && { setext: false }), closeAtx: /[^\\#]#+\s*$/.test(text) }
      return { setext: true }
    case 'code':
      if (text[0] === '`' || text[0] === '~') return { fence: text[0], fences: true }
      return { fences: false }
    case 'break':
      return { lineBreak: text[0] === '\\' ? '\\' : '  ' }
    case 'table':
      return observeTable(node, slice)
    case 'link':
      if (text[0] === '[') return node.title ? { quote: text.at(-2) === "'" ? "'" : '"' } : {}
      return { autolink: text[0] === '<' ? 'angle' : 'bare' }
    default:
      return {}
  }
}

/** A part of a syntax tree, and its text, which has moved by `shift` since it was read. */
export type StyledText = { readonly tree: Nodes; readonly source: string; readonly shift: number }

/** Adds what the tree says of the style and `facts` do not say yet. */
function collect({ tree, source, shift }: StyledText, facts: Facts): void {
  const slice = ({ position }: Nodes) => source.slice(position!.start.offset! + shift, position!.end.offset! + shift)
  const visit = (node: Nodes): void => {
    for (const [name, value] of Object.entries(observe(node, slice)))
      if (!(name in facts)) Object.assign(facts, { [name]: value })
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(tree)
}

const styleOfText = new WeakMap<Nodes, Facts>()

/** The style of `blocks`, and where they do not tell, of the text that they are in. */
export function findStyle(text: StyledText, blocks: readonly StyledText[]): WritingStyle {
  const ofBlocks: Facts = {}
  for (const block of blocks) collect(block, ofBlocks)
  let ofText = styleOfText.get(text.tree)
  if (!ofText) {
    ofText = {}
    collect(text, ofText)
    // Code without fences is for those who wrote it.
    ofText.fences = true
    styleOfText.set(text.tree, ofText)
  }
  return { ...defaultStyle, ...ofText, ...ofBlocks }
}
