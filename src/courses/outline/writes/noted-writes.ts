import { defineSqlStatement } from '../../../platform/db/statement.ts'
import { type LevelDefinition, type LevelName, levelDefinitions, quoteColumnName } from '../levels.ts'
import { makeCountedColumnsSql, makeStoredBytesSql, makeTallyInsertSql } from '../storage/stored-bytes.ts'
import { searchTriggerSettingName } from '../storage/trigger-setting.ts'

const insertPending = (level: LevelName, source: string) =>
  `INSERT INTO search_pending (workspace_id, kind, id) SELECT $1, '${level}', ${source}`

/**
 * Extends an INSERT of modules, lessons or blocks: the new rows are also added to `search_pending`, and their bytes to
 * `storage_tallies`.
 * @param insert an INSERT without RETURNING whose `$1` is the workspace id
 * @param columns the complete SELECT list of the level. With it, the SQL statement returns the new rows
 */
export function addNotesToInsertSql(level: LevelName, insert: string, columns?: string): string {
  // Row triggers, as in `prisma/sql/search_pending.sql` for deletes, would make an INSERT of 10,000 blocks 8 % slower.
  const { columns: own }: LevelDefinition = levelDefinitions[level]
  const note = insertPending(level, 'i.id FROM inserted i')
  const nameOf = columns === undefined ? quoteColumnName : ({ field }: { field: string }) => `"${field}"`
  const tally = makeTallyInsertSql('drafts', `sum(${makeStoredBytesSql(own, 'i', nameOf)})`, 'inserted i')
  const inserted = `inserted AS (${insert} RETURNING ${columns ?? `id, ${makeCountedColumnsSql(own)}`})`
  return columns === undefined
    ? `WITH ${inserted}, tallied AS (${tally}) ${note}`
    : `WITH ${inserted}, tallied AS (${tally}), noted AS (${note}) SELECT i.* FROM inserted i`
}

/**
 * Extends an UPDATE of modules, lessons or blocks: rows whose text changes are also added to `search_pending`, and the
 * bytes that they gain or lose to `storage_tallies`.
 * @param update an UPDATE of `t` without RETURNING whose `$1` is the workspace id
 */
export function addNotesToUpdateSql(level: LevelName, update: string, isTextChanged: string): string {
  const { table, columns }: LevelDefinition = levelDefinitions[level]
  // The subquery reads the row as it was before the statement.
  const before = `(SELECT ${makeStoredBytesSql(columns, 'o')} FROM ${table} o WHERE o.workspace_id = $1 AND o.id = t.id)`
  const gained = `${makeStoredBytesSql(columns, 't')} - ${before} AS gained`
  // The SQL must run between `turnNoteTriggersOffStatement` and `turnNoteTriggersOnStatement`.
  // `isTextChanged` may be true for a row whose text stays the same. The row is then indexed unnecessarily.
  return `WITH updated AS (${update} RETURNING t.id, ${isTextChanged} AS is_text_changed, ${gained}),
   tallied AS (${makeTallyInsertSql('drafts', 'sum(u.gained)', 'updated u')})
   ${insertPending(level, 'u.id FROM updated u WHERE u.is_text_changed')}`
}

const setTriggers = (name: string, value: 'on' | 'off') =>
  defineSqlStatement<never>(name, `SELECT set_config('${searchTriggerSettingName}', '${value}', true)`)

// While the triggers are off, the UPDATE statements of the transaction must write `search_pending` and
// `storage_tallies` themselves.
/**
 * The SQL statement that turns off the triggers of updates for the search index and the storage until the transaction
 * ends. The triggers make an update of 10,000 blocks take a third longer.
 */
export const turnNoteTriggersOffStatement = setTriggers('search_triggers_off', 'off')
export const turnNoteTriggersOnStatement = setTriggers('search_triggers_on', 'on')
