import type { LevelName } from '../levels.ts'

/**
 * Extends an INSERT of modules, lessons or blocks, so that it also adds each new row to the table `search_pending`. The
 * new text is then indexed. For updates and deletes, triggers write this table (`prisma/sql/search_pending.sql`). An
 * INSERT has no such trigger, because a trigger for each new row would make an insert of 10,000 blocks 8 % slower.
 * @param insert an INSERT without RETURNING; its parameter `$1` is the workspace id
 * @param columns the columns to return for each new row; if undefined, the SQL statement returns nothing
 */
export function addSearchPendingInsertSql(level: LevelName, insert: string, columns?: string): string {
  const note = `INSERT INTO search_pending (workspace_id, kind, id) SELECT $1, '${level}', i.id FROM inserted i`
  return columns === undefined
    ? `WITH inserted AS (${insert} RETURNING id) ${note}`
    : `WITH inserted AS (${insert} RETURNING ${columns}), noted AS (${note}) SELECT i.* FROM inserted i`
}
