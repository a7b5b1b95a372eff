import type { Node } from 'prosemirror-model'
import { richTextSchema } from '../schema/schema.ts'
import { normalizeLine } from './line.ts'

const { nodes } = richTextSchema

/** The cells of each row in their columns. A cell that spans more has empty cells beside and below it. */
function layOut(table: Node): (Node | undefined)[][] {
  const rows: (Node | undefined)[][] = table.children.map(() => [])
  const taken = table.children.map(() => new Set<number>())
  for (const [index, row] of table.children.entries()) {
    let column = 0
    for (const cell of row.children) {
      while (taken[index]!.has(column)) column++
      rows[index]![column] = cell
      for (let below = index; below < Math.min(index + cell.attrs.rowspan, rows.length); below++)
        for (let beside = column; beside < column + cell.attrs.colspan; beside++) taken[below]!.add(beside)
    }
  }
  return rows.map((row, index) =>
    Array.from({ length: Math.max(row.length, ...[...taken[index]!].map((one) => one + 1)) }, (_, at) => row[at]),
  )
}

/** A table as Markdown can hold it: the first row is the header, and all rows have as many cells. */
export function normalizeTable(table: Node): Node {
  const rows = layOut(table)
  const width = Math.max(...rows.map((row) => row.length))
  const alignOf = (column: number) => rows[0]![column]?.attrs.align ?? null
  const made = rows.map((row, index) => {
    const type = index === 0 ? nodes.headerCell : nodes.cell
    const cells = Array.from({ length: width }, (_, column) => {
      const cell = row[column]
      const content = cell && normalizeLine(cell).content
      const made = type.create({ align: alignOf(column) }, content)
      return cell && made.eq(cell) ? cell : made
    })
    const old = table.child(index)
    const isSame = cells.length === old.childCount && cells.every((cell, at) => cell === old.child(at))
    return isSame ? old : nodes.row.create(null, cells)
  })
  return made.every((row, index) => row === table.child(index)) ? table : nodes.table.create(null, made)
}
