import { useQueries } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { invalidateQueries } from '../../api/query-client.ts'
import { runGraphqlOperation } from '../../api/request.ts'
import { AssetDocument, type BlockPartsFragment } from '../../generated/operations.ts'

/** What shows a file: an address that works for an hour, and what is known of the file. */
export type AssetAddress = Pick<
  BlockPartsFragment['assets'][number],
  'id' | 'url' | 'type' | 'name' | 'alt' | 'width' | 'height'
>

const refreshMs = 20 * 60_000
/** An address is kept until so many seconds before it expires, so that a film that plays is not loaded again. */
const minSecondsLeft = 30 * 60
const maxKept = 5000

const kept = new Map<string, AssetAddress>()

const getSecondsLeft = ({ url }: AssetAddress): number => {
  const expires = new URL(url, window.location.origin).searchParams.get('expires')
  return expires === null ? Number.POSITIVE_INFINITY : Number(expires) - Date.now() / 1000
}

/** Returns a file with the address that the page already uses, if that still works for a while. */
function keepAddress(asset: AssetAddress): AssetAddress {
  const earlier = kept.get(asset.id)
  if (earlier && getSecondsLeft(earlier) > minSecondsLeft) return { ...asset, url: earlier.url }
  if (kept.size >= maxKept) kept.clear()
  kept.set(asset.id, asset)
  return asset
}

const BlockAssetsContext = createContext<readonly AssetAddress[]>([])

/** Passes the files of a block, which the service sends with it, to the views within. */
export const BlockAssetsProvider = ({ assets, children }: { assets: readonly AssetAddress[]; children: ReactNode }) => (
  <BlockAssetsContext.Provider value={assets}>{children}</BlockAssetsContext.Provider>
)

type AssetAddresses = {
  /** Returns the file with this id. Returns undefined if it is not known. */
  find(id: string): AssetAddress | undefined
  isLoading: boolean
}

/** Returns the files with these ids: those of the block, and others that its unsaved content names. */
export function useAssetAddresses(ids: readonly string[]): AssetAddresses {
  const ofBlock = useContext(BlockAssetsContext)
  const missing = ids.filter((id) => !ofBlock.some((asset) => asset.id === id))
  const queries = useQueries({
    queries: missing.map((id) => ({
      queryKey: ['Asset', { id }],
      queryFn: ({ signal }: { signal: AbortSignal }) => runGraphqlOperation(AssetDocument, { id }, signal),
      refetchInterval: refreshMs,
    })),
  })
  const loaded = queries.flatMap(({ data }): AssetAddress[] => {
    const asset = data?.asset
    return asset?.url && asset.type ? [{ ...asset, url: asset.url, type: asset.type }] : []
  })
  return {
    find(id) {
      const found = [...ofBlock, ...loaded].find((asset) => asset.id === id.toLowerCase())
      return found && keepAddress(found)
    },
    isLoading: queries.some(({ isPending }) => isPending),
  }
}

/** Returns the file with this id, and whether it is still being loaded. */
export function useAssetAddress(id: string): { asset: AssetAddress | undefined; isLoading: boolean } {
  const { find, isLoading } = useAssetAddresses(id === '' ? [] : [id])
  return { asset: id === '' ? undefined : find(id), isLoading }
}

/** Loads a file again whose address has expired. Returns whether there is hope that it then works. */
export function refreshExpiredAddress(asset: AssetAddress | undefined): boolean {
  if (!asset || getSecondsLeft(asset) > 0) return false
  kept.delete(asset.id)
  void invalidateQueries(['Lesson', 'Block', 'Asset', 'Files'])
  return true
}

/** How often a page asks for its blocks again, so that the addresses of their files work, in seconds. */
export const addressRefreshSeconds = refreshMs / 1000
