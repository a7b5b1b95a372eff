import { findCachedWorkspaceByPublicId, findDeliveryWorkspaceByPublicId } from '../../identity/delivery-workspaces.ts'
import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { makeLruCache } from '../../platform/lru-cache.ts'
import { type AssetRow, findAssetByHash } from '../record/rows.ts'
import { isSigned } from './signature.ts'

/** How long a process keeps what it knows of a file. A deleted file, or one of a course that is no longer public, is served for this time. */
const knownMs = 30_000

/** A release can have become live by its schedule a moment ago, before a job has noted it. */
const isPublicSql = `c.visibility = 'public' AND (c.live_release_number IS NOT NULL OR c.live_changes_at <= statement_timestamp())`

/** Finds whether a release of a public course that is live uses a file. */
const usedPublicly = defineSqlStatement<{ isPublic: boolean }>(
  'asset_used_publicly',
  `SELECT EXISTS (
     SELECT 1 FROM asset_uses u JOIN release_nodes n ON n.workspace_id = $1 AND n.hash = u.holder
     JOIN courses c ON c.workspace_id = $1 AND c.id = n.course_id
     WHERE u.workspace_id = $1 AND u.asset_id = $2 AND u.place = 'release'
       AND ${isPublicSql}
     UNION ALL
     SELECT 1 FROM asset_uses u JOIN releases r ON r.workspace_id = $1
       AND r.id = CASE WHEN length(u.holder) = 36 THEN u.holder::uuid END
     JOIN courses c ON c.workspace_id = $1 AND c.id = r.course_id
     WHERE u.workspace_id = $1 AND u.asset_id = $2 AND u.place = 'release'
       AND ${isPublicSql}
   ) AS "isPublic"`,
)

/** A file that may be sent. `secondsLeft` is the time until its address expires, or null for a public file. */
export type ServedFile = { asset: AssetRow; secondsLeft: number | null }

/** Counts addresses without a file: one, or none to see whether the caller may ask the database for a further one. */
export type CountUnknownFiles = (files: 0 | 1) => Promise<void>

type RequestedFile = { publicId: string; hash: string; query: URLSearchParams; countUnknown: CountUnknownFiles }

const hasSignature = ({ hashSecret }: { hashSecret: string }, hash: string, query: URLSearchParams) =>
  isSigned(hashSecret, { signature: query.get('signature'), expires: query.get('expires') }, 'read', hash)

/** Makes the function that finds the file of an address that is signed, or that a public course uses. */
export function makeServedFileFinder(sql: SqlRunner) {
  const files = makeLruCache<{ asset: AssetRow }>(20_000, { ttl: knownMs })
  const publicFiles = makeLruCache<{ isPublic: boolean }>(20_000, { ttl: knownMs })

  async function isUsedPublicly({ workspaceId, id }: AssetRow): Promise<boolean> {
    const known = publicFiles.get(`${workspaceId} ${id}`)
    if (known) return known.isPublic
    const [found] = await sql.rows(usedPublicly, [workspaceId, id])
    const isPublic = found?.isPublic === true
    publicFiles.set(`${workspaceId} ${id}`, { isPublic })
    return isPublic
  }

  async function readFile(workspaceId: string, hash: string): Promise<AssetRow | undefined> {
    const asset = await findAssetByHash(sql, workspaceId, hash)
    // A file can be uploaded at any moment, so a file that is not found is asked for again.
    if (asset) files.set(`${workspaceId} ${hash}`, { asset })
    return asset
  }

  async function find({ publicId, hash, query }: RequestedFile): Promise<ServedFile | undefined> {
    const workspace = await findDeliveryWorkspaceByPublicId(sql, publicId)
    if (!workspace) return undefined
    const isSignedAddress = hasSignature(workspace, hash, query)
    if (query.has('signature') && !isSignedAddress) return undefined
    const asset = getKnownFile(workspace.id, hash) ?? (await readFile(workspace.id, hash))
    if (!asset) return undefined
    if (isSignedAddress)
      return { asset, secondsLeft: Math.max(0, Number(query.get('expires')) - Math.floor(Date.now() / 1000)) }
    return (await isUsedPublicly(asset)) ? { asset, secondsLeft: null } : undefined
  }

  const getKnownFile = (workspaceId: string, hash: string) => files.get(`${workspaceId} ${hash}`)?.asset

  return async (requested: RequestedFile): Promise<ServedFile | undefined> => {
    const { publicId, hash, query, countUnknown } = requested
    const workspace = findCachedWorkspaceByPublicId(publicId)
    // Nobody can guess a signature.
    const isGuess = !workspace || !(getKnownFile(workspace.id, hash) || hasSignature(workspace, hash, query))
    if (isGuess) await countUnknown(0)
    const found = await find(requested)
    if (!found && isGuess) await countUnknown(1)
    return found
  }
}
