import { defineSqlStatement, getFirstRow, type SqlRunner } from '../platform/db/statement.ts'
import { makeLruCache } from '../platform/lru-cache.ts'

/**
 * A workspace whose published courses are read. `hashSecret` is the secret for the hashes that learners see
 * (`makeContentHashForLearners`).
 */
export type DeliveryWorkspace = { id: string; hashSecret: string }

const byPublicId = defineSqlStatement<DeliveryWorkspace>(
  'workspace_by_public_id',
  'SELECT w.id, w.hash_secret AS "hashSecret" FROM workspaces w WHERE w.public_id = $1',
)

/** A cache of workspaces, by public id. None of these values ever changes, so an entry never expires. */
const workspaces = makeLruCache<DeliveryWorkspace>(10_000)

export const findCachedWorkspaceByPublicId = (publicId: string): DeliveryWorkspace | undefined =>
  workspaces.get(publicId)
export const cacheWorkspace = (publicId: string, workspace: DeliveryWorkspace): void =>
  void workspaces.set(publicId, workspace)

const isPublicId = (text: string) => /^[0-9a-f]{12}$/.test(text)

/** Returns the workspace with a public id, or undefined if there is no such workspace. */
export async function findDeliveryWorkspaceByPublicId(
  sql: SqlRunner,
  publicId: string,
): Promise<DeliveryWorkspace | undefined> {
  const known = findCachedWorkspaceByPublicId(publicId)
  if (known !== undefined || !isPublicId(publicId)) return known
  const [found] = await sql.rows(byPublicId, [publicId])
  if (found) cacheWorkspace(publicId, found)
  return found
}

/** What the public addresses of a workspace are made of. */
export type WorkspaceAddress = { publicId: string; hashSecret: string }

const addressById = defineSqlStatement<WorkspaceAddress>(
  'workspace_address',
  'SELECT w.public_id AS "publicId", w.hash_secret AS "hashSecret" FROM workspaces w WHERE w.id = $1',
)
const addresses = makeLruCache<WorkspaceAddress>(10_000)

/** Returns what the addresses of a workspace that exists are made of. */
export async function getWorkspaceAddress(sql: SqlRunner, workspaceId: string): Promise<WorkspaceAddress> {
  const known = addresses.get(workspaceId)
  if (known) return known
  const found = getFirstRow(await sql.rows(addressById, [workspaceId]))
  addresses.set(workspaceId, found)
  return found
}
