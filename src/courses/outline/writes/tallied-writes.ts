import { type LevelDefinition, type LevelName, levelDefinitions, quoteColumnName } from '../levels.ts'
import { makeCountedColumnsSql, makeStoredBytesSql, makeTallyInsertSql } from '../storage/stored-bytes.ts'

/**
 * Returns the two parts of a statement that inserts modules, lessons or blocks, and adds their bytes to
 * `storage_tallies`: the CTE `inserted`, and the INSERT of the tally, which reads this CTE.
 * @param insert an INSERT without RETURNING whose `$1` is the workspace id
 * @param columns the complete SELECT list of the level. With it, the CTE has all columns of the new rows
 */
export function makeTalliedInsertSqlParts(level: LevelName, insert: string, columns?: string) {
  // Row triggers would make an INSERT of 10,000 blocks 8 % slower, and an UPDATE a third.
  const { columns: own }: LevelDefinition = levelDefinitions[level]
  const nameOf = columns === undefined ? quoteColumnName : ({ field }: { field: string }) => `"${field}"`
  return {
    inserted: `inserted AS (${insert} RETURNING ${columns ?? makeCountedColumnsSql(own)})`,
    tally: makeTallyInsertSql('drafts', `sum(${makeStoredBytesSql(own, 'i', nameOf)})`, 'inserted i'),
  }
}

/** Returns the statement of the parts of `makeTalliedInsertSqlParts`. It returns no rows. */
export function makeTalliedInsertSql(level: LevelName, insert: string): string {
  const { inserted, tally } = makeTalliedInsertSqlParts(level, insert)
  return `WITH ${inserted} ${tally}`
}

/**
 * Extends an UPDATE of modules, lessons or blocks: the bytes that the rows gain or lose are also added to
 * `storage_tallies`.
 * @param update an UPDATE of `t` without RETURNING whose `$1` is the workspace id
 */
export function makeTalliedUpdateSql(level: LevelName, update: string): string {
  const { table, columns }: LevelDefinition = levelDefinitions[level]
  // The subquery reads the row as it was before the statement.
  const before = `(SELECT ${makeStoredBytesSql(columns, 'o')} FROM ${table} o WHERE o.workspace_id = $1 AND o.id = t.id)`
  return `WITH updated AS (${update} RETURNING ${makeStoredBytesSql(columns, 't')} - ${before} AS gained)
   ${makeTallyInsertSql('drafts', 'sum(u.gained)', 'updated u')}`
}

/**
 * Returns the INSERT that adds the bytes which a row of a module, lesson or block gains or loses.
 * @param changed the CTE of an UPDATE that returns all columns of the level
 */
export function makeGainedBytesInsertSql(level: LevelName, changed: string): string {
  const { table, columns }: LevelDefinition = levelDefinitions[level]
  const after = makeStoredBytesSql(columns, 'n', ({ field }) => `"${field}"`)
  // The subquery reads the row as it was before the statement.
  return `INSERT INTO storage_tallies (workspace_id, kind, bytes) SELECT $1, 'drafts', g.bytes
    FROM (SELECT ${after} - (SELECT ${makeStoredBytesSql(columns, 'o')} FROM ${table} o WHERE o.workspace_id = $1 AND o.id = n.id) AS bytes
      FROM ${changed} n) g WHERE g.bytes <> 0`
}
