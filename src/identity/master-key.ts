import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../platform/db/database.ts'
import { makeInvalidRequestError } from '../platform/errors.ts'
import type { Caller } from './caller.ts'
import { hashSecret } from './key-secret.ts'
import { allScopes } from './scopes.ts'
import { findOnlyWorkspace, findWorkspace } from './workspaces.ts'

type MasterCaller = Extract<Caller, { kind: 'master' }>

/** A caller with the master key whose request has not yet named a workspace. */
const withoutWorkspace: MasterCaller = {
  kind: 'master',
  workspaceId: undefined,
  plan: 'master',
  scopes: new Set(allScopes),
}

/** Authenticates the MCP master key, `MCP_MASTER_API_KEY` (REST specification, section 5, rule 7). */
export type MasterKeyAuthenticator = ReturnType<typeof makeMasterKeyAuthenticator>

export function makeMasterKeyAuthenticator(key: string | undefined, db: Database) {
  const hash = key === undefined ? undefined : hashSecret(key)
  return {
    /**
     * Returns the caller if `value` is the MCP master key, or undefined. The hashes are compared in constant time, so
     * the duration reveals nothing about the key.
     */
    authenticate: (value: string): Caller | undefined =>
      hash && timingSafeEqual(hash, hashSecret(value)) ? withoutWorkspace : undefined,
    /**
     * Returns the master-key caller with the id and the plan of a workspace. If `workspaceId` is undefined, the method
     * uses the only workspace in the database. With several workspaces or none, the caller gets no workspace.
     * @throws ApiError `invalid_request` if the id belongs to no workspace
     */
    async enterWorkspace(workspaceId: string | undefined): Promise<Caller> {
      if (workspaceId === undefined) {
        const { only } = await findOnlyWorkspace(db.sql)
        return only ? { ...withoutWorkspace, workspaceId: only.id, plan: only.plan } : withoutWorkspace
      }
      const found = await findWorkspace(db.sql, workspaceId)
      if (!found)
        throw makeInvalidRequestError([
          { path: 'workspaceId', message: 'is not the id of a workspace. list_workspaces lists them' },
        ])
      return { ...withoutWorkspace, workspaceId: found.id, plan: found.plan }
    },
  }
}
