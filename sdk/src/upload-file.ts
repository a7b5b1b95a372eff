import type { Asset, AssetUpload } from './api.ts'
import type { CoursewrightClient } from './index.ts'
import { retryingFetch } from './retry.ts'

/**
 * The bytes of a file: a `File` or `Blob`, such as that of `openAsBlob(path)` of Node.js, bytes, or a stream. Of a stream,
 * at most 16 MB are in memory.
 */
export type UploadSource = Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | AsyncIterable<Uint8Array<ArrayBufferLike>>

export type UploadFileOptions = {
  /** The name of the file, without folders. By default that of a `File`. */
  name?: string
  /** The length of a stream, in bytes. */
  bytes?: number
  /** The SHA-256 of a stream, in hexadecimal. That of other sources is computed. */
  sha256?: string
  /** The alternative text of a picture. */
  alt?: string
  /** Called when some bytes have arrived. */
  onProgress?: (progress: { sentBytes: number; totalBytes: number }) => void
  /** Ends the upload. */
  signal?: AbortSignal
  /** Another `fetch` than the runtime's own, for the addresses that the bytes are sent to. */
  fetch?: typeof globalThis.fetch
}

/** Files up to this size are sent in one request. */
const maxSmallBytes = 4_000_000
/** To compute the hash of a larger file, all of it would be in memory. */
const maxHashedBytes = 300_000_000

const isStream = (source: UploadSource): source is AsyncIterable<Uint8Array> =>
  Symbol.asyncIterator in source && !(source instanceof Blob)

/** Cuts a stream into pieces of these sizes. @throws TypeError if the stream has another length */
async function* cutStream(stream: AsyncIterable<Uint8Array>, sizes: readonly number[]): AsyncGenerator<Blob, void> {
  const wanted = [...sizes]
  const wrongLength = () => new TypeError('The stream has not as many bytes as `bytes` says.')
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of stream) {
    let rest = new Uint8Array(chunk)
    while (rest.length > 0) {
      const size = wanted[0]
      if (size === undefined) throw wrongLength()
      const taken = rest.subarray(0, size - length)
      chunks.push(taken)
      length += taken.length
      rest = rest.subarray(taken.length)
      if (length < size) continue
      yield new Blob(chunks)
      wanted.shift()
      chunks = []
      length = 0
    }
  }
  if (wanted.length > 0) throw wrongLength()
}

async function* sliceBlob(blob: Blob, sizes: readonly number[]): AsyncGenerator<Blob, void> {
  let start = 0
  for (const size of sizes) {
    yield blob.slice(start, start + size)
    start += size
  }
}

async function computeSha256(blob: Blob): Promise<string | undefined> {
  // `crypto.subtle` is missing in web pages without HTTPS.
  if (blob.size > maxHashedBytes || !crypto.subtle) return undefined
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type Addresses = { upload: AssetUpload /** The address of the service. */; base: string; bytes: number }

/** Sends all bytes. Each request is repeated if its connection breaks. */
async function sendBytes(
  source: Blob | AsyncIterable<Uint8Array>,
  { upload, base, bytes }: Addresses,
  { onProgress, signal, fetch }: UploadFileOptions,
): Promise<void> {
  const send = retryingFetch({ fetch })
  const pieces = upload.parts ?? [{ url: upload.url, start: 0, end: bytes }]
  const sizes = pieces.map(({ start, end }) => end - start)
  const bodies = source instanceof Blob ? sliceBlob(source, sizes) : cutStream(source, sizes)
  let index = 0
  let sentBytes = 0
  for await (const body of bodies) {
    const headers = upload.headers as Record<string, string>
    await send(new Request(new URL(pieces[index++]!.url, base), { method: upload.method, headers, body, signal }))
    sentBytes += body.size
    onProgress?.({ sentBytes, totalBytes: bytes })
  }
}

/**
 * Uploads a file: a small one in one request, a larger one in parts, each of which is sent again if its connection breaks.
 * The bytes of a file that the workspace already has are not sent.
 * @throws CoursewrightError if the file is refused, such as for its type, its size or the storage of the plan
 * @throws TypeError if a stream has no `bytes`, or another length
 */
export async function uploadFile(
  client: CoursewrightClient,
  file: UploadSource,
  options: UploadFileOptions = {},
): Promise<Asset> {
  const { alt, onProgress, signal } = options
  const source = isStream(file) ? file : file instanceof Blob ? file : new Blob([file])
  const bytes = source instanceof Blob ? source.size : options.bytes
  const name = options.name ?? (file as Partial<File>).name
  if (bytes === undefined) throw new TypeError('A stream needs its length as `bytes`.')
  if (name === undefined) throw new TypeError('The file needs a `name`.')
  if (source instanceof Blob && bytes <= maxSmallBytes && alt === undefined) {
    const content = new Uint8Array(await source.arrayBuffer())
    const asset = await client.files.uploadAssetContent(content, { name }, { signal })
    onProgress?.({ sentBytes: bytes, totalBytes: bytes })
    return asset
  }
  const sha256 = options.sha256 ?? (source instanceof Blob ? await computeSha256(source) : undefined)
  const { data, response } = await client.http.POST('/assets', { body: { name, bytes, sha256, alt }, signal })
  const asset = data!.data
  if (!asset.upload) return asset
  try {
    await sendBytes(source, { upload: asset.upload, base: response.url, bytes }, options)
    return await client.files.completeAsset(asset, { signal })
  } catch (error) {
    // An upload that is given up no longer takes up storage.
    await client.files.deleteAsset(asset).catch(() => {})
    throw error
  }
}
