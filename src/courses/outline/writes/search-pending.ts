import { defineSqlStatement } from '../../../platform/db/statement.ts'
import type { LevelName } from '../levels.ts'
import { searchTriggerSettingName } from '../search/trigger-setting.ts'

const insertPending = (level: LevelName, source: string) =>
  `INSERT INTO search_pending (workspace_id, kind, id) SELECT $1, '${level}', ${source}`

/**
 * Extends an INSERT of modules, lessons or blocks: the new rows are also added to `search_pending`.
 * @param insert an INSERT without RETURNING whose `$1` is the workspace id
 */
export function addSearchPendingToInsertSql(level: LevelName, insert: string, columns?: string): string {
  // A trigger, as in `prisma/sql/search_pending.sql` for deletes, would make an INSERT of 10,000 blocks 8 % slower.
  const note = insertPending(level, 'i.id FROM inserted i')
  // With `columns`, the SQL statement returns these columns of the new rows. Without `columns`, it returns no rows.
  return columns === undefined
    ? `WITH inserted AS (${insert} RETURNING id) ${note}`
    : `WITH inserted AS (${insert} RETURNING ${columns}), noted AS (${note}) SELECT i.* FROM inserted i`
}

/**
 * Extends an UPDATE of modules, lessons or blocks: rows whose text changes are also added to `search_pending`.
 * @param update an UPDATE of `t` without RETURNING whose `$1` is the workspace id
 */
export const addSearchPendingToUpdateSql = (level: LevelName, update: string, isTextChanged: string): string =>
  // The SQL must run between `turnSearchTriggersOffStatement` and `turnSearchTriggersOnStatement`.
  // `isTextChanged` may be true for a row whose text stays the same. The row is then indexed unnecessarily.
  `WITH updated AS (${update} RETURNING t.id, ${isTextChanged} AS is_text_changed)
   ${insertPending(level, 'u.id FROM updated u WHERE u.is_text_changed')}`

const setTriggers = (name: string, value: 'on' | 'off') =>
  defineSqlStatement<never>(name, `SELECT set_config('${searchTriggerSettingName}', '${value}', true)`)

// While the triggers are off, the UPDATE statements of the transaction must write `search_pending` themselves.
/**
 * The SQL statement that turns off the search triggers of updates until the transaction ends. The triggers make an
 * update of 10,000 blocks take a third longer.
 */
export const turnSearchTriggersOffStatement = setTriggers('search_triggers_off', 'off')
export const turnSearchTriggersOnStatement = setTriggers('search_triggers_on', 'on')
