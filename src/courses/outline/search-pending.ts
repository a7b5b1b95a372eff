import type { LevelName } from './levels.ts'

/**
 * Adds a second INSERT to an INSERT of modules, lessons or blocks. It writes a row of `search_pending` for each new
 * row, so that the search index includes the new text. Updates and deletes use triggers
 * (`prisma/sql/search_pending.sql`). For inserts, a trigger on each row would make a tree of 10,000 blocks 8 % slower.
 * @param insert an INSERT without RETURNING; its parameter `$1` is the workspace id
 * @param columns the columns that the statement returns for each new row; without them, it returns nothing
 */
export function addSearchPendingInsert(level: LevelName, insert: string, columns?: string): string {
  const note = `INSERT INTO search_pending (workspace_id, kind, id) SELECT $1, '${level}', i.id FROM inserted i`
  return columns === undefined
    ? `WITH inserted AS (${insert} RETURNING id) ${note}`
    : `WITH inserted AS (${insert} RETURNING ${columns}), noted AS (${note}) SELECT i.* FROM inserted i`
}
