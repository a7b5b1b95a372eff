import { makeSqlWithoutRows } from '../../../platform/db/statement.ts'
import { type LevelDefinition, type LevelName, levelDefinitions } from '../levels.ts'
import { makeCountedColumnsSql, makeStoredBytesSql, makeTallyInsertSql } from '../storage/stored-bytes.ts'

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

/**
 * Returns the part `before` of a WITH clause, which must stand before the UPDATE: the bytes of modules, lessons or blocks
 * before it. A cluster runs each part as a statement of its own, which sees what the earlier ones have written.
 * @param ids SQL for the ids of the rows, as an array
 */
export function makeBytesBeforeSql(level: LevelName, ids: string): string {
  const { table, columns }: LevelDefinition = levelDefinitions[level]
  return `before AS MATERIALIZED (
    SELECT sum(${makeStoredBytesSql(columns, 'o')})::bigint AS bytes FROM ${table} o WHERE o.workspace_id = $1 AND o.id = ANY(${ids})
  )`
}

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
    makeBytesBeforeSql(level, ids),
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
 * Returns SQL for the bytes that a module, lesson or block gains or loses, after `makeBytesBeforeSql`.
 * @param changed the CTE of an UPDATE that returns the complete SELECT list of the level
 */
export const makeGainedBytesSql = (level: LevelName, changed: string): string =>
  `${makeNodeBytesSql(level, changed)} - (SELECT b.bytes FROM before b)`
