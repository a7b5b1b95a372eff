import { defineSqlStatement } from '../../../platform/db/statement.ts'
import { type LevelDefinition, type LevelName, levelDefinitions, quoteColumnName } from '../levels.ts'
import { makeCountedColumnsSql, makeStoredBytesSql, makeTallyInsertSql } from '../storage/stored-bytes.ts'
import { storageTriggerSettingName } from '../storage/trigger-setting.ts'

/**
 * Returns the two parts of a statement that inserts modules, lessons or blocks, and adds their bytes to
 * `storage_tallies`: the CTE `inserted`, and the INSERT of the tally, which reads this CTE.
 * @param insert an INSERT without RETURNING whose `$1` is the workspace id
 * @param columns the complete SELECT list of the level. With it, the CTE has all columns of the new rows
 */
export function makeTalliedInsertSqlParts(level: LevelName, insert: string, columns?: string) {
  // Row triggers, as for updates, would make an INSERT of 10,000 blocks 8 % slower.
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
  // The SQL must run between `turnStorageTriggersOffStatement` and `turnStorageTriggersOnStatement`.
  return `WITH updated AS (${update} RETURNING ${makeStoredBytesSql(columns, 't')} - ${before} AS gained)
   ${makeTallyInsertSql('drafts', 'sum(u.gained)', 'updated u')}`
}

const setTriggers = (name: string, value: 'on' | 'off') =>
  defineSqlStatement<never>(name, `SELECT set_config('${storageTriggerSettingName}', '${value}', true)`)

// The triggers would make an update of 10,000 blocks a third slower.
/**
 * The SQL statement that turns off the storage's triggers of updates until the transaction ends. Meanwhile, the UPDATE
 * statements must write `storage_tallies` themselves.
 */
export const turnStorageTriggersOffStatement = setTriggers('storage_triggers_off', 'off')
export const turnStorageTriggersOnStatement = setTriggers('storage_triggers_on', 'on')
