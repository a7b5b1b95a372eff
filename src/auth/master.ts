import { timingSafeEqual } from 'node:crypto'
import { isId } from '../checks.ts'
import type { Database } from '../db/client.ts'
import { statement } from '../db/sql.ts'
import { invalid } from '../errors.ts'
import type { Caller } from './caller.ts'
import { allScopes } from './scopes.ts'
import { hashSecret } from './secret.ts'

type MasterCaller = Extract<Caller, { kind: 'master' }>
type WorkspaceRow = { id: string; plan: string }

const byId = statement<WorkspaceRow>('workspace_by_id', 'SELECT w.id, w.plan FROM workspaces w WHERE w.id = $1')
const firstTwo = statement<WorkspaceRow>('workspaces_first_two', 'SELECT w.id, w.plan FROM workspaces w LIMIT 2')

/** The master before it has named a workspace. */
const outside: MasterCaller = { kind: 'master', workspaceId: undefined, plan: 'master', scopes: new Set(allScopes) }

/** The holder of `MCP_MASTER_API_KEY`: specification, section 5 (7). */
export type Master = ReturnType<typeof makeMaster>

export function makeMaster(key: string | undefined, db: Database) {
  const hash = key === undefined ? undefined : hashSecret(key)
  return {
    /** The master, where this is their key. Hashes are compared, in constant time, so that nothing is told by the time. */
    holder: (value: string): Caller | undefined =>
      hash && timingSafeEqual(hash, hashSecret(value)) ? outside : undefined,
    /**
     * The master in the workspace of that id, or in the only one there is; still outside where there are several and
     * none is named. Limits follow the plan of the workspace.
     * @throws ApiError `invalid_request` for a workspace that does not exist
     */
    async enter(workspaceId: string | undefined): Promise<Caller> {
      if (workspaceId === undefined) {
        const [only, another] = await db.sql.rows(firstTwo, [])
        return only && !another ? { ...outside, workspaceId: only.id, plan: only.plan } : outside
      }
      const [found] = isId(workspaceId) ? await db.sql.rows(byId, [workspaceId]) : []
      if (!found) throw invalid([{ path: 'workspaceId', message: 'is no workspace; list_workspaces names them' }])
      return { ...outside, workspaceId: found.id, plan: found.plan }
    },
  }
}
