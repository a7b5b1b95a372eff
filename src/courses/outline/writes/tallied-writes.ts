import { makeSqlWithoutRows } from '../../../platform/db/statement.ts'
import { type LevelDefinition, type LevelName, levelDefinitions } from '../levels.ts'
import { makeCountedColumnsSql, makeStoredBytesSql, makeTallyInsertSql } from '../storage/stored-bytes.ts'

/**
 * Extends an INSERT of modules, lessons or blocks: the bytes of the new rows are also added to `storage_tallies`. The
 * statement returns no rows.
 * @param insert an INSERT without RETURNING whose `$1` is the workspace id
 */
export function makeTalliedInsertSql(level: LevelName, insert: string): string {
  // Row triggers would make an INSERT of 10,000 blocks 8 % slower, and an UPDATE a third.
  const { columns }: LevelDefinition = levelDefinitions[level]
  return makeSqlWithoutRows(
    `inserted AS (${insert} RETURNING ${makeCountedColumnsSql(columns)})`,
    `tallied AS (${makeTallyInsertSql('drafts', `sum(${makeStoredBytesSql(columns, 'i')})`, 'inserted i')})`,
  )
}

/**
 * Extends an UPDATE of modules, lessons or blocks: the bytes that the rows gain or lose are also added to
 * `storage_tallies`.
 * @param update an UPDATE of `t` without RETURNING whose `$1` is the workspace id
 */
export function makeTalliedUpdateSql(level: LevelName, update: string): string {
  const { table, columns }: LevelDefinition = levelDefinitions[level]
  // The subquery reads the row as it was before the statement.
  const gained = (row: string) =>
    `${makeStoredBytesSql(columns, row)} - (SELECT ${makeStoredBytesSql(columns, 'o')} FROM ${table} o WHERE o.workspace_id = $1 AND o.id = ${row}.id)`
  // The contents of 10,000 blocks would not fit into memory. A cluster cannot count the bytes of a list in RETURNING.
  const [returned, sum] =
    level === 'block'
      ? [`${gained('t')} AS gained`, 'u.gained']
      : [`t.id, ${makeCountedColumnsSql(columns, 't')}`, gained('u')]
  return makeSqlWithoutRows(
    `updated AS (${update} RETURNING ${returned})`,
    `tallied AS (${makeTallyInsertSql('drafts', `sum(${sum})`, 'updated u')})`,
  )
}

/**
 * Returns SQL for the bytes of a module, lesson or block.
 * @param row a CTE that returns the complete SELECT list of the level
 */
export const makeNodeBytesSql = (level: LevelName, row: string): string =>
  makeStoredBytesSql(levelDefinitions[level].columns, row, ({ field }) => `"${field}"`)

/**
 * Returns SQL for the bytes that a module, lesson or block gains or loses.
 * @param changed the CTE of an UPDATE that returns the complete SELECT list of the level
 */
export function makeGainedBytesSql(level: LevelName, changed: string): string {
  const { table, columns }: LevelDefinition = levelDefinitions[level]
  // The subquery reads the row as it was before the statement.
  const before = `(SELECT ${makeStoredBytesSql(columns, 'o')} FROM ${table} o WHERE o.workspace_id = $1 AND o.id = ${changed}.id)`
  return `${makeNodeBytesSql(level, changed)} - ${before}`
}
