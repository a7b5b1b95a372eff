import { keyColumn } from '../../records/key.ts'
import { type ColumnDefinition, getEmptyValue, getFieldValue } from '../../records/record.ts'
import { type LevelDefinition, levelDefinitions, quoteColumnName } from '../levels.ts'

/**
 * A function that returns SQL for the value of `column`. `parameter` is the SQL parameter with the value, such as `$3`.
 * The SQL can also check the value.
 */
type ValueSql = (column: ColumnDefinition, parameter: string) => string
const castSql: ValueSql = ({ type }, parameter) => `${parameter}::${type}`

/**
 * Returns the SET clause of an UPDATE. Each column has two SQL parameters: whether to write the column, and the value.
 * `first` is the number of the first parameter.
 */
export const makeSetClauseSql = (
  columns: readonly ColumnDefinition[],
  first: number,
  alias = 't',
  valueSql = castSql,
) =>
  columns
    .map((column, index) => {
      const at = first + 2 * index
      const name = quoteColumnName(column)
      return `${name} = CASE WHEN $${at}::boolean THEN ${valueSql(column, `$${at + 1}`)} ELSE ${alias}.${name} END`
    })
    .join(', ')

/**
 * Makes a `ValueSql` whose SQL fails if another record of the course has the key (`prisma/sql/unused_key.sql`).
 * `courseId` and `id` are SQL expressions for the ids of the course and of the record that gets the key.
 */
export const makeUniqueKeyCheckSql =
  (courseId: string, id: string): ValueSql =>
  (column, parameter) =>
    column === keyColumn
      ? `CASE WHEN ${parameter}::text IS NOT NULL THEN unused_key($1, ${courseId}, ${parameter}::text, ${id}) END`
      : castSql(column, parameter)

/**
 * Makes a `ValueSql` as `makeUniqueKeyCheckSql` does, for a cluster, whose writes can call no function that reads
 * tables. A cluster runs each part of a WITH clause as a statement of its own, so the lookup sees what was committed
 * before an earlier part has locked the course.
 */
export const makeClusterKeyCheckSql =
  (courseId: string, id: string): ValueSql =>
  (column, parameter) => {
    if (column !== keyColumn) return castSql(column, parameter)
    const isTaken = Object.values(levelDefinitions).map(
      ({ table }) =>
        `EXISTS (SELECT 1 FROM ${table} o WHERE o.workspace_id = $1 AND o.course_id = ${courseId} AND o.key = ${parameter}::text AND o.id <> ${id})`,
    )
    return `CASE WHEN ${parameter}::text IS NOT NULL AND (${isTaken.join(' OR ')}) THEN refuse_taken_key(${courseId}) ELSE ${parameter}::text END`
  }

/** Returns the value to store in a column. A missing field becomes null, an empty list or false. */
export const getColumnValueOrDefault = (column: ColumnDefinition, fields: object) =>
  getFieldValue(fields, column.field) ?? getEmptyValue(column)

/** Returns the column values of a new row, in the order of the columns. */
export const listNewRowValues = (columns: readonly ColumnDefinition[], fields: object) =>
  columns.map((column) => getColumnValueOrDefault(column, fields))

/** Returns the parameters for the SET clause of an UPDATE. A column whose field is undefined is not written. */
export const listSetClauseParameters = (columns: readonly ColumnDefinition[], fields: object) =>
  columns.flatMap((column) => [
    getFieldValue(fields, column.field) !== undefined,
    getColumnValueOrDefault(column, fields),
  ])

/** Returns whether an update would write at least one column. */
export const hasColumnToWrite = (columns: readonly ColumnDefinition[], fields: object) =>
  columns.some(({ field }) => getFieldValue(fields, field) !== undefined)

/**
 * Returns the columns of a module, lesson or block that a request can write: `key`, and the fields that an author sets.
 */
export const listWritableColumns = ({ columns }: LevelDefinition): readonly ColumnDefinition[] => [
  keyColumn,
  ...columns,
]
