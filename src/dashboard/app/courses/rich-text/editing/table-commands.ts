import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { addRowAfter, goToNextCell, isInTable, selectedRect } from 'prosemirror-tables'
import { richTextSchema } from '../document/schema/schema.ts'
import { insertBlock } from './commands.ts'

const { nodes } = richTextSchema

const makeRow = (type: Node['type'], columns: number) =>
  nodes.row.create(
    null,
    Array.from({ length: columns }, () => type.create()),
  )

/** Inserts an empty table with a header row. */
export function insertTable(rows = 3, columns = 3): Command {
  const header = makeRow(nodes.headerCell, columns)
  const others = Array.from({ length: rows - 1 }, () => makeRow(nodes.cell, columns))
  return insertBlock(nodes.table.create(null, [header, ...others]))
}

type Dispatch = NonNullable<Parameters<Command>[1]>

/** Puts the cursor into a cell of the table that begins at a position. */
function selectCell(transaction: Transaction, tableStart: number, row: number, column: number): Transaction {
  const table = transaction.doc.resolve(tableStart).node()
  const sizeOf = (children: readonly Node[]) => children.reduce((size, child) => size + child.nodeSize, 0)
  const startOfRow = tableStart + sizeOf(table.children.slice(0, row)) + 1
  const startOfCell = startOfRow + sizeOf(table.child(row).children.slice(0, column))
  return transaction.setSelection(TextSelection.create(transaction.doc, startOfCell + 1)).scrollIntoView()
}

/** Goes to a cell of the row below, which is made if there is none. */
function goDown(state: EditorState, dispatch: Dispatch | undefined, column: number): boolean {
  const { map, tableStart, top } = selectedRect(state)
  const go = (transaction: Transaction) => dispatch?.(selectCell(transaction, tableStart, top + 1, column))
  if (top === map.height - 1) return addRowAfter(state, dispatch && go)
  go(state.tr)
  return true
}

/** Goes to the next cell, and from the last one to the first of a new row. */
export const goToNextOrNewCell: Command = (state, dispatch, view) =>
  isInTable(state) && (goToNextCell(1)(state, dispatch, view) || goDown(state, dispatch, 0))

/** Goes to the cell below. A cell has one line, so that Enter does not divide it. */
export const goToCellBelow: Command = (state, dispatch) =>
  isInTable(state) && goDown(state, dispatch, selectedRect(state).left)

export const goToPreviousCell: Command = goToNextCell(-1)
