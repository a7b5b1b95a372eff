import { v4 } from 'uuid'
import { ApiError } from '../api/api-error.ts'
import type { AssetPartsFragment, CreateAssetMutation } from '../generated/operations.ts'
import { dashboardConnection, makeAssetName, type UploadConnection } from './connection.ts'
import { computeSha256 } from './sha256.ts'
import { withRetries } from './with-retries.ts'

/** How often an upload goes back to an earlier part, because the service has lost some. */
const maxGaps = 3

type UploadAddress = NonNullable<CreateAssetMutation['createAsset']['upload']>
export type UploadOptions = {
  /** Called with the number of bytes that have arrived. */
  onProgress?: (sentBytes: number) => void
  signal?: AbortSignal
  /** The wait before the first repetition, in milliseconds. */
  firstWaitMs?: number
}

/** Returns how many bytes the service has, if an error says that earlier parts are missing. */
const findReceivedBytes = (error: unknown): number | undefined => {
  if (!(error instanceof ApiError) || error.details.reason !== 'upload_gap') return undefined
  const { receivedBytes } = error.details
  return typeof receivedBytes === 'number' ? receivedBytes : undefined
}

async function sendToAddresses(
  file: Blob,
  { url, headers, parts }: UploadAddress,
  { onProgress, signal, firstWaitMs }: UploadOptions,
  connection: UploadConnection,
): Promise<void> {
  const pieces = parts ?? [{ url, start: 0, end: file.size }]
  let gaps = 0
  for (let index = 0; index < pieces.length; index++) {
    const { url: address, start, end } = pieces[index]!
    // A slice has no type, so that the browser sends no Content-Type, which the address is not signed for.
    const send = () =>
      connection.put({
        url: address,
        body: file.slice(start, end),
        headers: headers as Record<string, string>,
        onProgress: (sentBytes) => onProgress?.(start + sentBytes),
        signal,
      })
    try {
      await withRetries(send, signal, firstWaitMs)
    } catch (error) {
      const received = findReceivedBytes(error)
      if (received === undefined || ++gaps > maxGaps) throw error
      // The loop goes on with the part that contains the first missing byte.
      index = pieces.findIndex((piece) => received < piece.end) - 1
    }
  }
}

/**
 * Uploads a file: a large one in parts, of which those that fail are sent again. Bytes that the workspace already has are
 * not sent.
 * @throws ApiError if the file is refused, or the service does not answer
 */
export async function uploadFile(
  file: Blob & { name: string },
  options: UploadOptions = {},
  connection = dashboardConnection,
): Promise<AssetPartsFragment> {
  const { signal, firstWaitMs } = options
  const name = makeAssetName(file.name)
  if (file.size === 0) throw new ApiError('invalid_request', 'The file is empty.')
  const sha256 = await computeSha256(file)
  signal?.throwIfAborted()
  const variables = { input: { name, bytes: file.size, sha256 }, idempotencyKey: v4() }
  const created = await withRetries(() => connection.create(variables, signal), signal, firstWaitMs)
  if (!created.upload) return created
  try {
    await sendToAddresses(file, created.upload, options, connection)
    return await withRetries(() => connection.complete(created.id, signal), signal, firstWaitMs)
  } catch (error) {
    void connection.remove(created.id).catch(() => {})
    throw error
  }
}
