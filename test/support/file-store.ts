import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFauxqs } from 'fauxqs'

/** The environment of a service that keeps files, and what ends the store. */
type StoreForTests = { env: Record<string, string>; close: () => Promise<void> }

/** Makes a folder of its own for the files of a service. */
export async function openFolderForTests(): Promise<StoreForTests> {
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-files-'))
  return { env: { DATA_DIR: folder }, close: () => rm(folder, { recursive: true, force: true }) }
}

const bucket = 'course-files'

/** Starts a server with the API of S3. */
export async function openBucketForTests(): Promise<StoreForTests> {
  const server = await startFauxqs({ port: 0, logger: false })
  server.createBucket(bucket)
  process.env.AWS_ACCESS_KEY_ID = 'test'
  process.env.AWS_SECRET_ACCESS_KEY = 'test'
  const env = { ASSETS_S3_BUCKET: bucket, ASSETS_S3_ENDPOINT: `http://127.0.0.1:${server.port}` }
  return { env, close: () => server.stop() }
}

/** The stores on which the tests of files run. */
export const storesForTests = [
  ['a folder', openFolderForTests],
  ['a bucket', openBucketForTests],
] as const
