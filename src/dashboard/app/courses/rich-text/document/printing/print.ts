import type { Nodes, Text } from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item'
import { mathToMarkdown } from 'mdast-util-math'
import { defaultHandlers, type Handle, type Options, toMarkdown, type Unsafe } from 'mdast-util-to-markdown'
import { toString as textOf } from 'mdast-util-to-string'
import type {} from './markdown-nodes.ts'
import type { WritingStyle } from './style.ts'

/**
 * `plain` prints text and marks as they are, for which reading back must show that they are safe; `safe` escapes what
 * can be a mark where it stands; `encoded` escapes every character that can be a mark anywhere, and writes references
 * beside marks.
 */
export type PrintMode = 'plain' | 'safe' | 'encoded'

/** Prints with what `peek` says that it begins with. */
const withPeek = (handle: Handle, peek: Handle): Handle => Object.assign(handle, { peek })

const printWritten = withPeek(
  (node) => node.value,
  (node) => node.value[0] ?? '',
)

const printMarks = (mark: string): Handle =>
  withPeek(
    (node, _parent, state, info) => mark + state.containerPhrasing(node, { ...info, before: mark, after: mark }) + mark,
    () => mark[0]!,
  )

const hasAddressAsText = ({ url, title, children }: Extract<Nodes, { type: 'link' }>) => {
  const text = textOf({ type: 'root', children })
  const isText = children.length === 1 && children[0]!.type === 'text'
  return isText && !title && (url === text || url === `http://${text}` || url === `mailto:${text}`)
}

function makeLinkHandler(autolink: WritingStyle['autolink'], mode: PrintMode): Handle {
  const isBare = (node: Extract<Nodes, { type: 'link' }>) =>
    mode === 'plain' && hasAddressAsText(node) && autolink === 'bare'
  return withPeek(
    (node, parent, state, info) => (isBare(node) ? textOf(node) : defaultHandlers.link(node, parent, state, info)),
    (node, parent, state) => (isBare(node) ? textOf(node)[0]! : defaultHandlers.link.peek(node, parent, state)),
  )
}

function makeLineBreakHandler(lineBreak: WritingStyle['lineBreak']): Handle {
  return (node, parent, state, info) => defaultHandlers.break(node, parent, state, info).replace('\\', lineBreak)
}

const toReference = (character: string) => `&#x${character.codePointAt(0)!.toString(16).toUpperCase()};`

/** A text of which no character can be a mark, nor keep a mark beside it from being one. */
function encode(text: string): string {
  const characters = [...text]
  return characters
    .map((character, index) => {
      const isEnd = index === 0 || index === characters.length - 1
      if (isEnd && !/\s/.test(character)) return toReference(character)
      return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character
    })
    .join('')
}

/** Addresses without marks become links, so that text like them is escaped. */
const inText: Pick<Unsafe, 'inConstruct' | 'notInConstruct'> = {
  inConstruct: 'phrasing',
  notInConstruct: ['autolink', 'link', 'image', 'label'],
}
const unsafeAddresses: Unsafe[] = [
  { character: '@', before: '[+\\-.\\w]', after: '[\\-.\\w]', ...inText },
  { character: '.', before: '[Ww]', after: '[\\-.\\w]', ...inText },
  { character: ':', before: '[ps]', after: '\\/', ...inText },
]

/** Some readers of Markdown want three dashes below the head of a column. */
function withLongRules(table: Handle): Handle {
  return (node, parent, state, info) => {
    const [head, rules, ...rows] = table(node, parent, state, info).split('\n')
    return [head, rules!.replace(/-+/g, (dashes) => dashes.padEnd(3, '-')), ...rows].join('\n')
  }
}

function makeOptions(style: WritingStyle, mode: PrintMode): Options {
  const { autolink, lineBreak, cellPadding, alignColumns, ...options } = style
  const marks: Options['handlers'] = {
    emphasis: printMarks(style.emphasis),
    strong: printMarks(style.strong.repeat(2)),
    delete: printMarks('~~'),
  }
  const texts = {
    plain: { ...marks, text: (node: Text) => node.value },
    safe: {},
    encoded: { ...marks, text: (node: Text) => encode(node.value) },
  }
  const tables = gfmTableToMarkdown({ tableCellPadding: cellPadding, tablePipeAlign: alignColumns })
  return {
    ...options,
    bulletOther: style.bullet === '-' ? '*' : '-',
    unsafe: unsafeAddresses,
    extensions: [
      gfmFootnoteToMarkdown(),
      gfmStrikethroughToMarkdown(),
      tables,
      gfmTaskListItemToMarkdown(),
      mathToMarkdown(),
    ],
    handlers: {
      written: printWritten,
      table: withLongRules(tables.handlers!.table!),
      link: makeLinkHandler(autolink, mode),
      break: makeLineBreakHandler(lineBreak),
      ...texts[mode],
    } as Options['handlers'],
  }
}

/** Prints Markdown, without a line ending after it. */
export const printMarkdown = (tree: Nodes, style: WritingStyle, mode: PrintMode): string =>
  toMarkdown(tree, makeOptions(style, mode)).replace(/\n$/, '')
