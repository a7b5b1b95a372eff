import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { makeLruCache } from '../platform/lru-cache.ts'

/** How a workspace presents itself to learners. */
export type WorkspaceBrand = {
  /** Null if the workspace is still named after the e-mail address of its first person, which learners must not see. */
  name: string | null
  /** The colour of links and buttons, as `#rrggbb` in lower case. Null for the colour of the service. */
  accentColor: string | null
}

const byId = defineSqlStatement<{ name: string; accentColor: string | null }>(
  'workspace_brand',
  'SELECT w.name, w.accent_color AS "accentColor" FROM workspaces w WHERE w.id = $1',
)

/** After this time, another process sees a change. A shared cache keeps a page as long. */
const ttl = 60_000

/** A cache of brands, by the id of the workspace, which is unique in all databases. */
const brands = makeLruCache<WorkspaceBrand>(10_000, { ttl })

const isEmailAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)

/** Returns the brand of a workspace, at most a minute old. */
export async function readWorkspaceBrand(sql: SqlRunner, workspaceId: string): Promise<WorkspaceBrand> {
  const known = brands.get(workspaceId)
  if (known) return known
  const [row] = await sql.rows(byId, [workspaceId])
  const { name = '', accentColor = null } = row ?? {}
  const brand = { name: isEmailAddress(name) ? null : name || null, accentColor }
  brands.set(workspaceId, brand)
  return brand
}

/** Makes this process read the brand again, after a change. */
export const forgetWorkspaceBrand = (workspaceId: string): void => void brands.delete(workspaceId)
