import type { Node } from 'prosemirror-model'
import { meansTheSame } from '../normal/meaning.ts'
import { readDocument } from '../reading/read.ts'
import { richTextSchema } from '../schema/schema.ts'
import { type PrintMode, printMarkdown } from './print.ts'
import type { WritingStyle } from './style.ts'
import { toCell, toMarkdownTree } from './to-markdown-tree.ts'
import type { IsDefined } from './to-phrasing.ts'

const { nodes } = richTextSchema

const texts = new Set([nodes.paragraph, nodes.heading, nodes.cell, nodes.headerCell])
const isCell = ({ type }: Node) => type === nodes.cell || type === nodes.headerCell

function print(block: Node, style: WritingStyle, mode: PrintMode, isDefined: IsDefined): string {
  const tree = isCell(block) ? toCell(block, { isDefined }) : toMarkdownTree(block, { isDefined })
  return printMarkdown(tree, style, mode)
}

/** Whether what is printed for a block reads as it by itself. */
function readsBack(markdown: string, block: Node): boolean {
  if (!isCell(block)) return meansTheSame(readDocument(markdown).doc, nodes.doc.create(null, block))
  const table = readDocument(`| ${markdown} |\n| --- |`).doc.firstChild
  const cell = table?.type === nodes.table && table.firstChild!.childCount === 1 ? table.firstChild!.firstChild : null
  return (
    cell !== null &&
    meansTheSame(nodes.headerCell.create(null, cell.content), nodes.headerCell.create(null, block.content))
  )
}

/** What can be a mark, anywhere or at the start of a line. Text without it is printed as it is. */
const canBeMark = /[\\`*_{}[\]<>#+\-=~|$&!@]|^\s*\d+[.)]|www\.|:\/\//im

const isSimple = (block: Node) =>
  block.children.every((node) => node.isText && node.marks.length === 0) && !canBeMark.test(block.textContent)

/**
 * Prints a block of text with as few escapes as it can do with: none if it reads back without, as in `snake_case`.
 * Returns undefined for text that has nothing to escape, and for other blocks.
 */
export function printText(block: Node, style: WritingStyle, isDefined: IsDefined): string | undefined {
  if (!texts.has(block.type) || isSimple(block)) return undefined
  const safe = print(block, style, 'safe', isDefined)
  const plain = print(block, style, 'plain', isDefined)
  if (plain === safe || readsBack(plain, block)) return plain
  if (!safe.includes('&#x')) return safe
  // Underscores cannot be marks in a word, but stars can.
  const starred = print(block, { ...style, emphasis: '*', strong: '*' }, 'plain', isDefined)
  return readsBack(starred, block) ? starred : safe
}
