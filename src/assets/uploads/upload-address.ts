import type { WorkspaceAddress } from '../../identity/delivery-workspaces.ts'
import { type FileStore, splitUpload, type UploadAddress } from '../../platform/files/file-store.ts'
import { type AssetRow, makeUploadKey } from '../record/rows.ts'
import { chooseExpiry, sign, signedSeconds } from '../serving/signature.ts'

export const uploadPath = '/assets/uploads'

/** Returns an address that takes the bytes of a file from `start` to `end`. */
function makeUrl(baseUrl: string, workspace: WorkspaceAddress, id: string, start: number, end: number): string {
  const expires = chooseExpiry()
  const signature = sign(workspace.hashSecret, 'write', id, start, end, expires)
  const query = `start=${start}&end=${end}&expires=${expires}&signature=${signature}`
  return `${baseUrl}${uploadPath}/${workspace.publicId}/${id}?${query}`
}

/** Returns where a client sends the bytes of a file: to the bucket, or to the service. */
export function makeUploadAddress(
  store: FileStore,
  asset: AssetRow,
  workspace: WorkspaceAddress,
  baseUrl: string,
): UploadAddress | Promise<UploadAddress> {
  const { id, bytes } = asset
  if (store.uploads) return store.uploads.start(makeUploadKey(asset), bytes, signedSeconds)
  const parts = splitUpload(bytes)?.map(({ start, end }) => ({
    start,
    end,
    url: makeUrl(baseUrl, workspace, id, start, end),
  }))
  return { url: makeUrl(baseUrl, workspace, id, 0, bytes), method: 'PUT', headers: {}, parts }
}
