import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../errors.ts'

/** The folder of an embedded database, held by this process alone. */
export type Folder = {
  path: string
  /** A file that is there until the database has its schema. */
  unfinished: string
  release(): void
}

/** Another process holds the folder. */
export class FolderHeldError extends OperatorError {
  override name = 'FolderHeldError'
}

const busy = 5

/**
 * Takes `dataDir` for this process; PGlite itself would let two processes write into one database. SQLite keeps the lock:
 * it is one of the operating system, on every platform, and so ends with the process however that ends.
 * @throws FolderHeldError where another process has it; OperatorError where it cannot be written
 */
export function holdFolder(dataDir: string): Folder {
  let lock: DatabaseSync
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    lock = new DatabaseSync(join(dataDir, 'lock'))
  } catch (error) {
    throw new OperatorError(
      `The folder of the embedded database, ${resolve(dataDir)} (DATA_DIR), cannot be written: ${(error as Error).message}.`,
      { cause: error },
    )
  }
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw new FolderHeldError(
      `Another process uses the embedded database in ${resolve(dataDir)}: stop it, or name another folder in DATA_DIR.`,
    )
  }
  return { path: join(dataDir, 'postgres'), unfinished: join(dataDir, 'unfinished'), release: () => lock.close() }
}
