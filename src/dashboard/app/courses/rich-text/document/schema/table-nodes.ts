import type { AttributeSpec, Attrs, NodeSpec } from 'prosemirror-model'
import { optionalText, present } from './attributes.ts'

const span: AttributeSpec = { default: 1, validate: 'number' }
const alignments = ['left', 'center', 'right']

/** prosemirror-tables wants spans and widths in each cell. Markdown has neither, so they stay 1 and null. */
const cellAttributes = { colspan: span, rowspan: span, colwidth: { default: null }, align: optionalText }

function readCell(dom: HTMLElement): Attrs {
  const align = dom.getAttribute('align')?.toLowerCase() ?? ''
  const count = (name: string) => Number(dom.getAttribute(name) ?? 1) || 1
  return {
    colspan: count('colspan'),
    rowspan: count('rowspan'),
    align: alignments.includes(align) ? align : null,
  }
}

const writeCell = ({ align, colspan, rowspan }: Attrs): Record<string, string> =>
  present({ align, colspan: colspan === 1 ? null : `${colspan}`, rowspan: rowspan === 1 ? null : `${rowspan}` })

const makeCell = (tag: 'td' | 'th', tableRole: 'cell' | 'header_cell'): NodeSpec => ({
  content: 'inline*',
  tableRole,
  isolating: true,
  attrs: cellAttributes,
  parseDOM: [{ tag, getAttrs: readCell }],
  toDOM: ({ attrs }) => [tag, writeCell(attrs), 0],
})

/**
 * Tables whose cells are lines of text. The first row has `headerCell`s. `align` of a header cell holds for its column;
 * the other cells repeat it.
 */
export const tableNodes = {
  table: {
    group: 'block',
    content: 'row+',
    tableRole: 'table',
    isolating: true,
    parseDOM: [{ tag: 'table' }],
    toDOM: () => ['table', ['tbody', 0]],
  },
  row: {
    content: '(cell | headerCell)+',
    tableRole: 'row',
    // What is typed beside a cell would become one more.
    allowGapCursor: false,
    parseDOM: [{ tag: 'tr' }],
    toDOM: () => ['tr', 0],
  },
  cell: makeCell('td', 'cell'),
  headerCell: makeCell('th', 'header_cell'),
} satisfies Record<string, NodeSpec>
