import type { WorkspaceAddress } from '../../identity/delivery-workspaces.ts'
import type { AssetRow } from '../record/rows.ts'
import { chooseExpiry, sign } from './signature.ts'
import { listWidths } from './widths.ts'

/** A ready file with the addresses from which browsers load it. */
export type AssetAddress = {
  id: string
  url: string
  type: string
  name: string
  bytes: number
  alt: string | null
  width: number | null
  height: number | null
  durationMs: number | null
  thumbhash: string | null
  /** The same picture in smaller widths, the smallest first. Empty for other files. */
  sizes: { width: number; url: string }[]
}

export type AddressSettings = WorkspaceAddress & {
  baseUrl: string
  /** Whether the addresses are those of a public course, which need no signature. */
  isPublic: boolean
}

/** Returns the addresses of a ready file. */
export function makeAssetAddress(asset: AssetRow, settings: AddressSettings): AssetAddress {
  const { baseUrl, publicId, hashSecret, isPublic } = settings
  const { id, hash, name, bytes, alt, width, height, durationMs, thumbhash } = asset
  const path = `${baseUrl}/assets/${publicId}/${hash}/${encodeURIComponent(name)}`
  const expires = chooseExpiry()
  const signed = isPublic ? [] : [`expires=${expires}`, `signature=${sign(hashSecret, 'read', hash!, expires)}`]
  const makeUrl = (...more: string[]) => {
    const query = [...more, ...signed].join('&')
    return query === '' ? path : `${path}?${query}`
  }
  const sizes = listWidths(asset).map((one) => ({ width: one, url: makeUrl(`width=${one}`) }))
  return { id, url: makeUrl(), type: asset.type!, name, bytes, alt, width, height, durationMs, thumbhash, sizes }
}
