import { makeSqlWithoutRows } from '../../../platform/db/statement.ts'
import type { ColumnDefinition } from '../../records/record.ts'
import { type LevelDefinition, type LevelName, levelDefinitions, quoteColumnName } from '../levels.ts'
import {
  filterCountedColumns,
  makeCountedColumnsSql,
  makeStoredBytesSql,
  makeTallyInsertSql,
} from '../storage/stored-bytes.ts'

/**
 * Extends an INSERT of modules, lessons or blocks: the bytes of the new rows are also added to `storage_tallies`. The
 * statement returns no rows.
 * @param insert an INSERT of rows `w` without RETURNING whose `$1` is the workspace id
 */
export function makeTalliedInsertSql(level: LevelName, insert: string): string {
  // Row triggers would make an INSERT of 10,000 blocks 8 % slower, and an UPDATE a third.
  const { columns }: LevelDefinition = levelDefinitions[level]
  return makeSqlWithoutRows(
    `inserted AS (${insert} RETURNING ${makeCountedColumnsSql(columns, 'w')})`,
    `tallied AS (${makeTallyInsertSql('drafts', `sum(${makeStoredBytesSql(columns, 'i')})`, 'inserted i')})`,
  )
}

const makeRowsBeforeSql = (level: LevelName, columns: string, ids: string) =>
  `before AS MATERIALIZED (SELECT ${columns} FROM ${levelDefinitions[level].table} o WHERE o.workspace_id = $1 AND o.id ${ids})`

/**
 * Returns the part `before` of a WITH clause, which must stand before the UPDATE of the module, lesson or block `$2`: the row
 * before it. A cluster runs each part as a statement of its own, which sees what the earlier ones have written.
 */
export const makeNodeBeforeSql = (level: LevelName): string =>
  makeRowsBeforeSql(level, `${makeCountedColumnsSql(levelDefinitions[level].columns, 'o')}, o.version`, '= $2')

/**
 * Extends an UPDATE of modules, lessons or blocks: the bytes that the rows gain or lose are also added to
 * `storage_tallies`.
 * @param update an UPDATE of `t` without RETURNING whose `$1` is the workspace id
 * @param ids SQL for the ids of the rows, as an array
 */
export function makeTalliedUpdateSql(level: LevelName, update: string, ids: string): string {
  const { columns }: LevelDefinition = levelDefinitions[level]
  const bytes = (row: string) => makeStoredBytesSql(columns, row)
  // The contents of 10,000 blocks would not fit into memory. A cluster cannot count the bytes of a list in RETURNING.
  const [returned, after] =
    level === 'block' ? [`${bytes('t')} AS bytes`, 'u.bytes'] : [makeCountedColumnsSql(columns, 't'), bytes('u')]
  return makeSqlWithoutRows(
    makeRowsBeforeSql(level, `sum(${bytes('o')})::bigint AS bytes`, `= ANY(${ids})`),
    `updated AS (${update} RETURNING ${returned})`,
    `tallied AS (${makeTallyInsertSql('drafts', `sum(${after}) - max(b.bytes)`, 'updated u CROSS JOIN before b')})`,
  )
}

/**
 * Returns SQL for the bytes of a module, lesson or block.
 * @param row a CTE that returns the complete SELECT list of the level
 */
export const makeNodeBytesSql = (level: LevelName, row: string): string =>
  makeStoredBytesSql(levelDefinitions[level].columns, row, ({ field }) => `"${field}"`)

/**
 * Returns what `makeRecordChangeSql` needs to know of an UPDATE of a module, lesson or block, after `makeNodeBeforeSql`.
 * @param changed the CTE of the UPDATE, which returns the complete SELECT list of the level
 */
export function makeDifferenceSql(level: LevelName, changed: string): { bytes: string; isUnchanged: string } {
  const { columns }: LevelDefinition = levelDefinitions[level]
  const list = (version: string, nameOf: (column: ColumnDefinition) => string) => {
    const values = filterCountedColumns(columns).map(
      (column) => `${nameOf(column)}${column.type === 'json' ? '::text' : ''}`,
    )
    return `(${[version, ...values].join(', ')})`
  }
  const before = list('b.version + 1', (column) => `b.${quoteColumnName(column)}`)
  const after = list(`${changed}.version`, ({ field }) => `${changed}."${field}"`)
  return {
    bytes: `${makeNodeBytesSql(level, changed)} - (SELECT ${makeStoredBytesSql(columns, 'b')} FROM before b)`,
    // The version tells whether another writer came between the two.
    isUnchanged: `EXISTS (SELECT FROM before b WHERE ${before} IS NOT DISTINCT FROM ${after})`,
  }
}
