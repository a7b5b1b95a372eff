import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { makeLruCache } from '../platform/lru-cache.ts'

const byPublicId = defineSqlStatement<{ id: string }>(
  'workspace_by_public_id',
  'SELECT w.id FROM workspaces w WHERE w.public_id = $1',
)

/** A cache of the ids of workspaces, by public id. A public id never changes, so an entry never expires. */
const workspaceIds = makeLruCache<string>(10_000)

export const findCachedWorkspaceIdByPublicId = (publicId: string): string | undefined => workspaceIds.get(publicId)
export const cacheWorkspaceId = (publicId: string, id: string): void => void workspaceIds.set(publicId, id)

const isPublicId = (text: string) => /^[0-9a-f]{12}$/.test(text)

/** Returns the id of the workspace with a public id, or undefined if there is no such workspace. */
export async function findWorkspaceId(sql: SqlRunner, publicId: string): Promise<string | undefined> {
  const known = findCachedWorkspaceIdByPublicId(publicId)
  if (known !== undefined || !isPublicId(publicId)) return known
  const [found] = await sql.rows(byPublicId, [publicId])
  if (found) cacheWorkspaceId(publicId, found.id)
  return found?.id
}
