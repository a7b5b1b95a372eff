import { defineSqlStatement } from '../../../platform/db/statement.ts'
import type { LevelName } from '../levels.ts'
import { searchTriggerSettingName } from '../search/trigger-setting.ts'

const insertPending = (level: LevelName, source: string) =>
  `INSERT INTO search_pending (workspace_id, kind, id) SELECT $1, '${level}', ${source}`

/**
 * Extends an INSERT of modules, lessons or blocks. The statement then also adds each new row to the table
 * `search_pending`, so that the text of the row is indexed. For updates and deletes, triggers add the rows
 * (`prisma/sql/search_pending.sql`). For inserts, a trigger would be slower, by 8 % for 10,000 blocks.
 * @param insert an INSERT without RETURNING; its parameter `$1` is the workspace id
 * @param columns the columns to return for each new row; if undefined, the SQL statement returns nothing
 */
export function addSearchPendingToInsertSql(level: LevelName, insert: string, columns?: string): string {
  const note = insertPending(level, 'i.id FROM inserted i')
  return columns === undefined
    ? `WITH inserted AS (${insert} RETURNING id) ${note}`
    : `WITH inserted AS (${insert} RETURNING ${columns}), noted AS (${note}) SELECT i.* FROM inserted i`
}

/**
 * Extends an UPDATE of many modules, lessons or blocks. The statement then also adds the rows whose text changes to
 * `search_pending`. It must run between `turnSearchTriggersOffStatement` and `turnSearchTriggersOnStatement`.
 * @param update an UPDATE without RETURNING, with the table alias `t`; its parameter `$1` is the workspace id
 * @param isTextChanged an SQL condition that is true for each row whose text changes. It can use the columns of the
 * UPDATE. If it is true for another row, the row is indexed unnecessarily
 */
export const addSearchPendingToUpdateSql = (level: LevelName, update: string, isTextChanged: string): string =>
  `WITH updated AS (${update} RETURNING t.id, ${isTextChanged} AS is_text_changed)
   ${insertPending(level, 'u.id FROM updated u WHERE u.is_text_changed')}`

const setTriggers = (name: string, value: 'on' | 'off') =>
  defineSqlStatement<never>(name, `SELECT set_config('${searchTriggerSettingName}', '${value}', true)`)

/**
 * The SQL statement that turns off the triggers that write `search_pending` after an update of a module, lesson or
 * block, at most until the transaction ends. The triggers would make an update of 10,000 blocks take a third longer.
 * While they are off, the updates of the transaction must write `search_pending` themselves.
 */
export const turnSearchTriggersOffStatement = setTriggers('search_triggers_off', 'off')
export const turnSearchTriggersOnStatement = setTriggers('search_triggers_on', 'on')
