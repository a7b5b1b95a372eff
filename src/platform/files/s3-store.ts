import type { Readable } from 'node:stream'
import { Readable as ReadableStream } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { FileMissingError, type FileStore, splitUpload, uploadPartBytes } from './file-store.ts'

/** A bucket of S3, or of a service with its API. The credentials are those of the environment (`AWS_ACCESS_KEY_ID`, …). */
export type S3Settings = { bucket: string; endpoint: string | undefined; region: string }

const isMissing = (error: unknown) =>
  ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes((error as Error).name) ||
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404

function translate(error: unknown): never {
  if (isMissing(error)) throw new FileMissingError('The file does not exist.', { cause: error })
  throw error
}

const partSuffix = '.part-'
/** The names of parts have the order of the parts. */
const makePartKey = (key: string, index: number) => `${key}${partSuffix}${String(index).padStart(5, '0')}`

/** Joins chunks to ones of the length that a bucket takes as parts, and maps them. Only the last one can be shorter. */
async function* mapChunks<T>(source: AsyncIterable<Uint8Array>, map: (chunk: Buffer) => T): AsyncGenerator<T> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < uploadPartBytes) continue
    yield map(Buffer.concat(chunks))
    chunks = []
    bytes = 0
  }
  if (bytes > 0) yield map(Buffer.concat(chunks))
}

/** Makes a store in a bucket. */
export function makeS3Store({ bucket: Bucket, endpoint, region }: S3Settings): FileStore {
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Other services than that of Amazon do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  const sourceOf = (key: string) => `${Bucket}/${key.split('/').map(encodeURIComponent).join('/')}`

  async function size(Key: string): Promise<number | undefined> {
    try {
      return (await client.send(new HeadObjectCommand({ Bucket, Key }))).ContentLength
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** Lists the parts of an upload, in order. Each is an object of its own, so that clients can send it again. */
  async function listParts(Key: string): Promise<string[]> {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: `${Key}${partSuffix}` }))
    return Contents.flatMap((object) => object.Key ?? []).toSorted()
  }

  const removeOne = (Key: string) => client.send(new DeleteObjectCommand({ Bucket, Key }))

  type SendPart = (part: {
    Bucket: string
    Key: string
    UploadId: string | undefined
    PartNumber: number
  }) => Promise<string | undefined>

  /** Makes an object of several parts. Each of `senders` sends one, and returns its entity tag. */
  async function join(Key: string, senders: AsyncIterable<SendPart> | Iterable<SendPart>): Promise<void> {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    try {
      const Parts: CompletedPart[] = []
      for await (const send of senders) {
        const PartNumber = Parts.length + 1
        Parts.push({ PartNumber, ETag: await send({ Bucket, Key, UploadId, PartNumber }) })
      }
      await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined)
      throw error
    }
  }

  return {
    receive: (Key, source) =>
      join(
        Key,
        mapChunks(
          source,
          (Body): SendPart =>
            async (part) =>
              (await client.send(new UploadPartCommand({ ...part, Body }))).ETag,
        ),
      ),
    async write(Key, source, ContentLength, ContentType) {
      const Body = ReadableStream.from(source)
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength, ContentType }))
    },
    async read(Key, range) {
      const Range = range && `bytes=${range.start}-${range.end - 1}`
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range })).catch(translate)
      return Body as Readable
    },
    size,
    async copy(from, to) {
      await client.send(new CopyObjectCommand({ Bucket, Key: to, CopySource: sourceOf(from) })).catch(translate)
    },
    async remove(Key) {
      for (const part of await listParts(Key)) await removeOne(part)
      await removeOne(Key)
    },
    uploads: {
      async start(Key, bytes, expiresIn) {
        // The length is signed, so that the bucket refuses any other.
        const whole = new PutObjectCommand({ Bucket, Key, ContentLength: bytes })
        const signedLength = { expiresIn, signableHeaders: new Set(['content-length']) }
        const url = await getSignedUrl(client, whole, signedLength)
        const address = { url, method: 'PUT', headers: {} } as const
        const ranges = splitUpload(bytes)
        if (!ranges) return { ...address, parts: undefined }
        const parts = ranges.map(async ({ start, end }, index) => {
          const part = new PutObjectCommand({ Bucket, Key: makePartKey(Key, index), ContentLength: end - start })
          return { start, end, url: await getSignedUrl(client, part, signedLength) }
        })
        return { ...address, parts: await Promise.all(parts) }
      },
      async finish(Key) {
        if ((await size(Key)) !== undefined) return
        const parts = await listParts(Key)
        if (parts.length === 0) return
        const copyPart =
          (key: string): SendPart =>
          async (part) => {
            const copied = await client.send(new UploadPartCopyCommand({ ...part, CopySource: sourceOf(key) }))
            return copied.CopyPartResult?.ETag
          }
        await join(Key, parts.map(copyPart))
        for (const part of parts) await removeOne(part)
      },
    },
    append: () => Promise.reject(new Error('Clients upload to the bucket themselves.')),
    sweep: () => Promise.resolve(),
  }
}
