import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { constants, createReadStream } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeStorageFullError } from '../errors.ts'
import { FileMissingError, type FileStore, UploadGapError } from './file-store.ts'

/** Temporary files of a process that has died are removed after this time. */
const temporaryFilesKeptMs = 86_400_000

function translate(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') throw new FileMissingError('The file does not exist.', { cause: error })
  if (code === 'ENOSPC' || code === 'EDQUOT') throw makeStorageFullError(error as Error)
  throw error
}

/** Writes to an open file, and waits until the bytes are on the disk. */
async function writeAll(file: FileHandle, source: AsyncIterable<Uint8Array>, start = 0): Promise<void> {
  let position = start
  for await (const chunk of source) {
    for (let written = 0; written < chunk.length; ) {
      const { bytesWritten } = await file.write(chunk, written, chunk.length - written, position)
      written += bytesWritten
      position += bytesWritten
    }
  }
  await file.sync()
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  // Windows cannot synchronize folders.
  await folder.sync().catch(() => undefined)
  await folder.close()
}

/** Makes a store in a folder, which is created with the first file. */
export function makeFolderStore(root: string): FileStore {
  const pathOf = (key: string) => join(root, key)
  const temporary = join(root, 'tmp')

  async function put(from: string, key: string): Promise<void> {
    const to = pathOf(key)
    await mkdir(dirname(to), { recursive: true })
    await rename(from, to)
    await syncFolder(dirname(to))
  }

  /** Makes a temporary file with `make`, and then puts it under its key. */
  async function putNew(key: string, make: (path: string) => Promise<void>): Promise<void> {
    const path = join(temporary, randomUUID())
    try {
      await mkdir(temporary, { recursive: true })
      await make(path)
      await put(path, key)
    } catch (error) {
      await rm(path, { force: true })
      translate(error)
    }
  }

  const write = (key: string, source: AsyncIterable<Uint8Array>) =>
    putNew(key, async (path) => {
      const file = await open(path, 'wx')
      await writeAll(file, source).finally(() => file.close())
    })

  return {
    write,
    receive: write,
    async read(key, range) {
      const { start = 0, end = Number.POSITIVE_INFINITY } = range ?? {}
      const stream = createReadStream(pathOf(key), { start, end: end - 1, highWaterMark: 262_144 })
      await once(stream, 'open').catch(translate)
      return stream
    },
    size: (key) =>
      stat(pathOf(key)).then(
        ({ size }) => size,
        () => undefined,
      ),
    copy: (from, to) =>
      putNew(to, async (path) => {
        await copyFile(pathOf(from), path, constants.COPYFILE_FICLONE)
        const file = await open(path, 'r+')
        await file.sync().finally(() => file.close())
      }),
    remove: (key) => rm(pathOf(key), { force: true }),
    uploads: undefined,
    async append(key, start, source) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true }).catch(translate)
      const file = await open(path, start === 0 ? 'w' : 'r+').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw new UploadGapError(0)
        return translate(error)
      })
      try {
        const { size } = await file.stat()
        if (size < start) throw new UploadGapError(size)
        await file.truncate(start)
        await writeAll(file, source, start)
      } catch (error) {
        translate(error)
      } finally {
        await file.close()
      }
    },
    async sweep() {
      for (const name of await readdir(temporary).catch(() => [])) {
        const path = join(temporary, name)
        const age = await stat(path).then(
          ({ mtimeMs }) => Date.now() - mtimeMs,
          () => 0,
        )
        if (age > temporaryFilesKeptMs) await rm(path, { force: true })
      }
    },
  }
}
