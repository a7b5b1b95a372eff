/**
 * Returns SQL for the workspaces after `$1` that have changes, in the order of their ids.
 * @param condition SQL for the changes `h` that count
 * @param limit the highest number of workspaces, or its SQL parameter
 */
export const makeWorkspacesWithChangesSql = (condition: string, limit: string | number): string =>
  `SELECT DISTINCT h.workspace_id AS "workspaceId" FROM changes h WHERE ${condition} AND h.workspace_id > $1::uuid
   ORDER BY h.workspace_id LIMIT ${limit}`
