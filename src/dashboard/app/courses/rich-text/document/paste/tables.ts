import type { Element, ElementContent } from 'hast'
import { isBlankText, isElement, makeElement } from './html-tree.ts'

/** What becomes `<br>`, since a cell has one line of Markdown. */
export const breakInCell = 'cell-break'

const blocks = [
  'p',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'section',
  'figure',
]

/** The content of a cell as one line of text. A block begins after a break. */
function flatten(children: readonly ElementContent[]): ElementContent[] {
  const line: ElementContent[] = []
  let needsBreak = false
  for (const child of children) {
    const isBlock = isElement(child, ...blocks)
    if (isBlock) needsBreak = line.some((node) => !isBlankText(node))
    const content = isBlock ? flatten(child.children) : [isElement(child, 'br') ? makeElement(breakInCell, []) : child]
    if (content.length === 0 || content.every(isBlankText)) continue
    if (needsBreak) line.push(makeElement(breakInCell, []))
    if (isElement(child, 'li')) line.push({ type: 'text', value: '• ' })
    line.push(...content)
    needsBreak = isBlock
  }
  return line
}

function collect(table: Element, ...names: string[]): Element[] {
  return table.children.flatMap((child) => {
    if (!isElement(child) || child.tagName === 'table') return []
    return names.includes(child.tagName) ? [child] : collect(child, ...names)
  })
}

/**
 * Makes a table of one cell its content, because such tables are layout. In other tables, the first row is the header,
 * and a cell has one line.
 */
export function cleanTable(table: Element): ElementContent[] {
  const rows = collect(table, 'tr').map((row) => collect(row, 'td', 'th'))
  if (rows.length === 1 && rows[0]!.length === 1) return rows[0]![0]!.children
  const made = rows.map((cells, index) => {
    const name = index === 0 ? 'th' : 'td'
    return makeElement(
      'tr',
      cells.map((cell) => ({ ...cell, tagName: name, children: flatten(cell.children) })),
    )
  })
  return made.length === 0 ? [] : [makeElement('table', made)]
}
