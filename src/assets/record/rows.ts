import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { requireRecord } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'

export const assetStates = ['pending', 'ready', 'refused'] as const
export type AssetState = (typeof assetStates)[number]

export type AssetRow = {
  workspaceId: string
  id: string
  hash: string | null
  expectedHash: string | null
  bytes: number
  type: string | null
  name: string
  alt: string | null
  width: number | null
  height: number | null
  frames: number | null
  durationMs: number | null
  thumbhash: string | null
  state: AssetState
  refusal: string | null
  createdBy: string
  createdAt: string
}

export const assetColumnsSql = `a.workspace_id AS "workspaceId", a.id, a.hash, a.expected_hash AS "expectedHash", a.bytes, a.type, a.name,
  a.alt, a.width, a.height, a.frames, a.duration_ms AS "durationMs", a.thumbhash, a.state, a.refusal, a.caller AS "createdBy",
  a.created_at AS "createdAt"`

const byIds = defineSqlStatement<AssetRow>(
  'assets_by_ids',
  `SELECT ${assetColumnsSql} FROM assets a WHERE a.workspace_id = $1 AND a.id = ANY($2::uuid[]) AND a.state <> 'deleting'`,
)
const byHash = defineSqlStatement<AssetRow>(
  'asset_by_hash',
  `SELECT ${assetColumnsSql} FROM assets a WHERE a.workspace_id = $1 AND a.hash = $2 AND a.state = 'ready'`,
)

/** Reads the files with these ids, in any order. Unknown ids are left out. */
export function readAssets(sql: SqlRunner, workspaceId: string, ids: readonly string[]): Promise<AssetRow[]> {
  const known = ids.filter(isUuid)
  return known.length === 0 ? Promise.resolve([]) : sql.rows(byIds, [workspaceId, known])
}

/** @throws ApiError `not_found` */
export async function readAsset(sql: SqlRunner, workspaceId: string, id: string): Promise<AssetRow> {
  const [found] = await readAssets(sql, workspaceId, [id])
  return requireRecord('File', found)
}

/** Finds the ready file with these bytes. */
export async function findAssetByHash(
  sql: SqlRunner,
  workspaceId: string,
  hash: string,
): Promise<AssetRow | undefined> {
  const [found] = await sql.rows(byHash, [workspaceId, hash])
  return found
}

type StoredFile = Pick<AssetRow, 'workspaceId' | 'id'>

/** The folders spread the files by the random end of their ids, so that none has too many. */
const folderOf = (id: string) => `${id.slice(-2)}/${id.slice(-4, -2)}`

/** The key of the file that is served. */
export const makeFileKey = ({ workspaceId, id }: StoredFile) => `${folderOf(id)}/${workspaceId}.${id}`
/** The key of the bytes as they arrive. They are never served. */
export const makeUploadKey = (file: StoredFile) => `${makeFileKey(file)}.upload`
/** The key of a smaller picture. */
export const makeSizeKey = (file: StoredFile, width: number) => `${makeFileKey(file)}.${width}.webp`
