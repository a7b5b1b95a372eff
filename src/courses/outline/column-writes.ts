import { keyColumn } from '../records/key.ts'
import { type FieldColumn, getFieldValue } from '../records/record.ts'
import { type LevelDefinition, quoteColumnName } from './levels.ts'

/** Returns SQL for the value of a parameter. `valueSql` can check the value before the database stores it. */
type ValueSql = (column: FieldColumn, parameter: string) => string
const castSql: ValueSql = ({ type }, parameter) => `${parameter}::${type}`

/** Returns the SET clause of an UPDATE. Each column has two parameters: whether to write the column, and the value. */
export const setClauseSql = (columns: readonly FieldColumn[], first: number, alias = 't', valueSql = castSql) =>
  columns
    .map((column, index) => {
      const at = first + 2 * index
      const name = quoteColumnName(column)
      return `${name} = CASE WHEN $${at}::boolean THEN ${valueSql(column, `$${at + 1}`)} ELSE ${alias}.${name} END`
    })
    .join(', ')

/**
 * Returns SQL for the value of a column. For a key, the SQL function `unused_key` checks that no other record of the
 * course has the key (`prisma/sql/unused_key.sql`). A record without a key needs no function call.
 */
export const checkedKeySql =
  (courseId: string, id: string): ValueSql =>
  (column, parameter) =>
    column === keyColumn
      ? `CASE WHEN ${parameter}::text IS NOT NULL THEN unused_key($1, ${courseId}, ${parameter}::text, ${id}) END`
      : castSql(column, parameter)

/** Returns the value to store in a column. A missing field becomes null, or an empty list in a list column. */
export const getValueToStore = ({ field, presence }: FieldColumn, fields: object) =>
  getFieldValue(fields, field) ?? (presence === 'list' ? [] : null)

/** Returns the column values of a new row, in the order of the columns. */
export const makeInsertParameters = (columns: readonly FieldColumn[], fields: object) =>
  columns.map((column) => getValueToStore(column, fields))

/** Returns the parameters for the SET clause of an UPDATE. A column whose field is undefined is not written. */
export const makeSetClauseParameters = (columns: readonly FieldColumn[], fields: object) =>
  columns.flatMap((column) => [getFieldValue(fields, column.field) !== undefined, getValueToStore(column, fields)])

/** Returns whether an update would write at least one column. */
export const changesAnyColumn = (columns: readonly FieldColumn[], fields: object) =>
  columns.some(({ field }) => getFieldValue(fields, field) !== undefined)

/** Returns the columns that a request can write in one record: the key and the author's fields. */
export const listWritableColumns = ({ columns }: LevelDefinition): readonly FieldColumn[] => [keyColumn, ...columns]
