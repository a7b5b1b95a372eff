import type { SqlStatementOptions } from '../../platform/db/statement.ts'

type WorkspacesWithChanges = { text: string; options: SqlStatementOptions }

/**
 * Returns SQL for the workspaces after `$1` that have changes, in the order of their ids. The recursive query reads one row
 * for each workspace. A cluster plans no recursion over several nodes, so it reads all changes that count.
 * @param condition SQL for the changes `h` that count
 * @param order the columns after `workspace_id` of the index to read, so that PostgreSQL takes no other
 * @param limit the highest number of workspaces, or its SQL parameter
 */
export function makeWorkspacesWithChangesSql(
  condition: string,
  order: string,
  limit: string | number,
): WorkspacesWithChanges {
  const next = (after: string) =>
    `SELECT h.workspace_id FROM changes h WHERE ${condition} AND h.workspace_id > ${after}
      ORDER BY h.workspace_id, ${order} LIMIT 1`
  const text = `WITH RECURSIVE w AS (
     (${next('$1::uuid')}) UNION ALL SELECT (${next('w.workspace_id')}) FROM w WHERE w.workspace_id IS NOT NULL
   )
   SELECT w.workspace_id AS "workspaceId" FROM w WHERE w.workspace_id IS NOT NULL LIMIT ${limit}`
  const clusterText = `SELECT DISTINCT h.workspace_id AS "workspaceId" FROM changes h WHERE ${condition} AND h.workspace_id > $1::uuid
   ORDER BY h.workspace_id LIMIT ${limit}`
  return { text, options: { clusterText, acrossWorkspaces: true, onPrimary: true } }
}
