import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { GraphQLContext } from '../../operations/context.ts'
import { defineWorkspaceLimiter } from '../../operations/workspace-limiters.ts'
import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { ApiError, makeInvalidRequestError } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { examineContent } from '../content/examine.ts'
import { ContentRefusal } from '../content/refusal.ts'
import {
  type AssetRow,
  assetColumnsSql,
  findAssetByHash,
  makeFileKey,
  makeUploadKey,
  readAsset,
} from '../record/rows.ts'
import { deleteAssetFiles } from '../removal/delete-files.ts'

/** A picture of 50 million pixels takes up to 200 MB of memory while it is examined. */
export const examinationLimiter = defineWorkspaceLimiter({
  resource: 'examinations of files',
  total: 2,
  perTenant: 1,
  waitMs: 20_000,
  maxWaiting: 100,
})

const setReady = defineSqlStatement<AssetRow>(
  'asset_ready',
  `UPDATE assets a SET state = 'ready', hash = $3, bytes = $4::bigint, type = $5, width = $6::int, height = $7::int,
     frames = $8::int, duration_ms = $9::int, thumbhash = $10, changed_at = now()
   WHERE a.workspace_id = $1 AND a.id = $2 AND a.state = 'pending' RETURNING ${assetColumnsSql}`,
)
const setRefused = defineSqlStatement<AssetRow>(
  'asset_refused',
  `UPDATE assets a SET state = 'refused', refusal = $3, bytes = 0, changed_at = now()
   WHERE a.workspace_id = $1 AND a.id = $2 AND a.state = 'pending' RETURNING ${assetColumnsSql}`,
)

async function hashFile(store: FileStore, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of await store.read(key)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const isTakenHash = (error: unknown) => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint?.includes('hash') === true
}

/** Removes the record and the bytes of a file that the workspace already has, and returns that one. */
async function replaceByKnown(sql: SqlRunner, store: FileStore, asset: AssetRow, hash: string): Promise<AssetRow> {
  await deleteAssetFiles(sql, store, asset)
  const known = await findAssetByHash(sql, asset.workspaceId, hash)
  if (known) return known
  throw new ApiError('conflict', 'The same file was deleted at the same time. Upload it again.', {
    details: { reason: 'asset_deleted' },
  })
}

async function examineAndKeep(context: GraphQLContext, asset: AssetRow, size: number, hash: string): Promise<AssetRow> {
  const { db, fileStore } = context
  const { workspaceId, id } = asset
  const content = await examineContent(fileStore, makeFileKey(asset), size)
  const { type, cleaned, width = null, height = null, frames = null, durationMs = null, thumbhash = null } = content
  if (cleaned) await fileStore.write(makeFileKey(asset), Readable.from([cleaned]), cleaned.length, type)
  const values = [workspaceId, id, hash, cleaned?.length ?? size, type, width, height, frames, durationMs, thumbhash]
  try {
    const [ready] = await db.sql.rows(setReady, values)
    await fileStore.remove(makeUploadKey(asset))
    return ready ?? (await readAsset(db.sql, workspaceId, id))
  } catch (error) {
    if (isTakenHash(error)) return replaceByKnown(db.sql, fileStore, asset, hash)
    throw error
  }
}

async function refuse(context: GraphQLContext, asset: AssetRow, reason: string, path: string): Promise<never> {
  const { db, fileStore } = context
  await db.sql.rows(setRefused, [asset.workspaceId, asset.id, reason])
  await fileStore.remove(makeFileKey(asset))
  await fileStore.remove(makeUploadKey(asset))
  throw makeInvalidRequestError([{ path, message: reason }])
}

/**
 * Makes a file ready whose bytes have arrived: checks size and hash, finds out the type, and cleans the content.
 * @param path the field that the error of a refused file names
 * @throws ApiError `invalid_request` for content that is not allowed; the file is then refused for good
 * @throws ApiError `conflict` if bytes are missing
 */
export async function finishUpload(
  context: GraphQLContext,
  asset: AssetRow,
  { path = 'id', isExact = true } = {},
): Promise<AssetRow> {
  if (asset.state === 'ready') return asset
  if (asset.state === 'refused') throw makeInvalidRequestError([{ path, message: asset.refusal ?? 'was refused' }])
  const { db, fileStore, limiters } = context
  const key = makeUploadKey(asset)
  await fileStore.uploads?.finish(key)
  const size = (await fileStore.size(key)) ?? 0
  if (size > asset.bytes) return refuse(context, asset, `The file has ${size} bytes, more than announced.`, path)
  if (isExact && size < asset.bytes) {
    const message = `Only ${size} of ${asset.bytes} bytes have arrived. Send the others, and complete the upload again.`
    throw new ApiError('conflict', message, { details: { reason: 'upload_incomplete', receivedBytes: size } })
  }
  const done = await limiters.get(examinationLimiter).acquire(asset.workspaceId)
  try {
    // Whoever can still write to the address of the upload must not change what was examined.
    await fileStore.copy(key, makeFileKey(asset))
    const hash = await hashFile(fileStore, makeFileKey(asset))
    if (asset.expectedHash !== null && asset.expectedHash !== hash)
      return await refuse(context, asset, `The bytes have the SHA-256 ${hash}, not the announced one.`, 'sha256')
    if (await findAssetByHash(db.sql, asset.workspaceId, hash))
      return await replaceByKnown(db.sql, fileStore, asset, hash)
    return await examineAndKeep(context, asset, size, hash)
  } catch (error) {
    if (error instanceof ContentRefusal) return await refuse(context, asset, error.message, path)
    throw error
  } finally {
    done()
  }
}

/**
 * Keeps a file that is sent and finished in one request. If that fails, nothing of it is left, because the client has no
 * address to go on with.
 * @param write writes the bytes to the key
 * @param options those of `finishUpload`
 */
export async function keepAtOnce(
  context: GraphQLContext,
  asset: AssetRow,
  write: (key: string) => Promise<void>,
  options: { path: string; isExact?: boolean },
): Promise<AssetRow> {
  try {
    await write(makeUploadKey(asset))
    return await finishUpload(context, asset, options)
  } catch (error) {
    // A job repeats a deletion that fails. The client hears why the file was not kept.
    await deleteAssetFiles(context.db.sql, context.fileStore, asset).catch(() => {})
    throw error
  }
}
