import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { SqlRunner } from '../../platform/db/statement.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { makeTenantLimiter } from '../../platform/limits/tenant-limiter.ts'
import { makeLruCache } from '../../platform/lru-cache.ts'
import { openPicture } from '../content/picture-pixels.ts'
import { type AssetRow, makeFileKey, makeSizeKey, readAssets } from '../record/rows.ts'

/** How long a process keeps the length of a smaller picture. */
const knownMs = 30_000

export const makePictureLimiter = () =>
  makeTenantLimiter({ resource: 'sizes of pictures', total: 2, perTenant: 1, waitMs: 20_000, maxWaiting: 100 })

/** Makes the function that finds a smaller picture in the store, and makes it at the first request, once for all who ask. */
export function makeSizeFinder(store: FileStore, sql: SqlRunner) {
  const limiter = makePictureLimiter()
  const running = new Map<string, Promise<number>>()
  const known = makeLruCache<number>(20_000, { ttl: knownMs })

  async function make(asset: AssetRow, width: number, key: string): Promise<number> {
    const kept = await store.size(key)
    if (kept !== undefined) return kept
    const done = await limiter.acquire(asset.workspaceId)
    try {
      const picture = await buffer(await store.read(makeFileKey(asset)))
      const small = await openPicture(picture).resize({ width }).keepIccProfile().webp({ quality: 80 }).toBuffer()
      await store.write(key, Readable.from([small]), small.length, 'image/webp')
      // The file may have been deleted meanwhile.
      if ((await readAssets(sql, asset.workspaceId, [asset.id])).length === 0) await store.remove(key)
      return small.length
    } finally {
      done()
    }
  }

  /** Returns the key and the length of a picture in a width of `pictureWidths`. */
  return async (asset: AssetRow, width: number): Promise<{ key: string; bytes: number }> => {
    const key = makeSizeKey(asset, width)
    const bytes = known.get(key)
    if (bytes !== undefined) return { key, bytes }
    const made = running.get(key) ?? make(asset, width, key).finally(() => running.delete(key))
    running.set(key, made)
    known.set(key, await made)
    return { key, bytes: await made }
  }
}
