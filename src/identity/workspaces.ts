import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { isUuid } from '../platform/uuid.ts'

export type WorkspaceRow = { id: string; name: string; plan: string }

const byId = defineSqlStatement<WorkspaceRow>(
  'workspace_by_id',
  'SELECT w.id, w.name, w.plan FROM workspaces w WHERE w.id = $1',
)
const firstTwo = defineSqlStatement<WorkspaceRow>(
  'workspaces_first_two',
  'SELECT w.id, w.name, w.plan FROM workspaces w ORDER BY w.id LIMIT 2',
)

/** Returns the workspace with an id, or undefined for an unknown id. */
export const findWorkspace = async (sql: SqlRunner, id: string): Promise<WorkspaceRow | undefined> =>
  isUuid(id) ? (await sql.rows(byId, [id]))[0] : undefined

/**
 * Returns the workspace as `only` if the database has exactly one. If the database has several, `hasSeveral` is true.
 */
export async function findOnlyWorkspace(sql: SqlRunner): Promise<{ only?: WorkspaceRow; hasSeveral: boolean }> {
  const [first, second] = await sql.rows(firstTwo, [])
  return first && !second ? { only: first, hasSeveral: false } : { hasSeveral: second !== undefined }
}
