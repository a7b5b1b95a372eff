import { getWorkspaceAddress } from '../../identity/delivery-workspaces.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { readAssets } from '../record/rows.ts'
import { type AssetAddress, makeAssetAddress } from './addresses.ts'

/** Reads the addresses of files, by their ids. Files that are unknown or not ready are left out. */
export async function readAssetAddresses(
  sql: SqlRunner,
  workspaceId: string,
  ids: readonly string[],
  { baseUrl, isPublic }: { baseUrl: string; isPublic: boolean },
): Promise<ReadonlyMap<string, AssetAddress>> {
  if (ids.length === 0) return new Map()
  const [assets, address] = await Promise.all([
    readAssets(sql, workspaceId, ids),
    getWorkspaceAddress(sql, workspaceId),
  ])
  const settings = { ...address, baseUrl, isPublic }
  const ready = assets.filter(({ state }) => state === 'ready')
  return new Map(ready.map((asset) => [asset.id, makeAssetAddress(asset, settings)]))
}
