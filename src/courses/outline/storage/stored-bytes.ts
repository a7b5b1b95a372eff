import { rowOverheadBytes } from '../../../operations/storage/quota.ts'
import { onNode, workspaceOnNode } from '../../../platform/db/statement.ts'
import { courseRecordDefinition } from '../../records/course.ts'
import { courseSettingsDefinition } from '../../records/course-settings.ts'
import { keyColumn } from '../../records/key.ts'
import type { ColumnDefinition } from '../../records/record.ts'
import { quoteColumnName } from '../levels.ts'

/** The kinds of stored data. Each row of `storage_tallies` has one. */
export type StorageKind = 'drafts' | 'trash' | 'releases' | 'assets'

const lengthOf = ({ type }: ColumnDefinition, value: string) =>
  `octet_length(${type === 'text' ? value : `${value}::text`})`

/** The columns of a course that an author sets. */
export const storedCourseColumns: readonly ColumnDefinition[] = [
  ...courseRecordDefinition.columns,
  ...courseSettingsDefinition.columns,
]

/** The columns whose sizes count: texts, lists and JSON. Numbers and flags are in `rowOverheadBytes`. */
export const filterCountedColumns = (columns: readonly ColumnDefinition[]) =>
  [keyColumn, ...columns.filter(({ field }) => field !== 'key')].filter(
    ({ type }) => type !== 'integer' && type !== 'boolean',
  )

/** Returns the SELECT list of the columns that `makeStoredBytesSql` reads. `row` is the alias of the row. */
export const makeCountedColumnsSql = (columns: readonly ColumnDefinition[], row?: string) =>
  filterCountedColumns(columns)
    .map((column) => (row === undefined ? quoteColumnName(column) : `${row}.${quoteColumnName(column)}`))
    .join(', ')

/**
 * Returns SQL for the bytes that a course, module, lesson or block counts for: the lengths of its texts, lists and JSON
 * in UTF-8, and `rowOverheadBytes`.
 * @param row the alias of the row
 * @param nameOf returns the name of a column in this row
 */
export function makeStoredBytesSql(
  columns: readonly ColumnDefinition[],
  row: string,
  nameOf: (column: ColumnDefinition) => string = quoteColumnName,
): string {
  const lengths = filterCountedColumns(columns).map((column) => {
    const length = lengthOf(column, `${row}.${nameOf(column)}`)
    return column.presence === 'required' ? length : `coalesce(${length}, 0)`
  })
  return [rowOverheadBytes, ...lengths].join(' + ')
}

/** Returns an INSERT that adds `bytes` to the storage of the workspace `$1`. `bytes` is an aggregate of the rows `from`. */
export const makeTallyInsertSql = (kind: StorageKind, bytes: string, from: string) =>
  `INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT ${workspaceOnNode}, next_tally(${workspaceOnNode}), '${kind}', s.bytes
   FROM (SELECT ${bytes} AS bytes FROM ${from}) s ${onNode} WHERE s.bytes IS NOT NULL`

/** SQL for the bytes of the row `x` of `trash_records`. Rows from before this column have no value. */
export const trashRecordBytesSql = 'coalesce(x.bytes, octet_length(x.body::text))'

/** Returns the part `records` of a WITH clause, which deletes rows `x` of `trash_records`. `freeTrashSql` must follow. */
export const makeTrashRecordDeletionSql = (condition: string) =>
  `records AS (DELETE FROM trash_records x ${condition} RETURNING ${trashRecordBytesSql} AS bytes)`

/** The INSERT that subtracts the bytes of the deleted `records` from the trash of the workspace `$1`. */
export const freeTrashSql = makeTallyInsertSql('trash', '-sum(c.bytes)', 'records c')
