import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { FileStore } from './file-store.ts'
import { makeFolderStore } from './folder-store.ts'

/** Opens the configured store of files. The library of S3 is loaded only if a bucket is configured. */
export async function openFileStore({ files: { s3 }, dataDir }: Pick<Config, 'files' | 'dataDir'>): Promise<FileStore> {
  if (!s3) return makeFolderStore(join(dataDir, 'assets'))
  const { makeS3Store } = await import('./s3-store.ts')
  return makeS3Store(s3)
}
