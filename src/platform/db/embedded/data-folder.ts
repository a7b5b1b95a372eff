import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../../errors.ts'

/**
 * The folder of an embedded database. This process has locked the folder, so that no other process can open the
 * database.
 */
export type LockedDataFolder = {
  path: string
  /**
   * The path of a file that exists while the database is incomplete: from its creation until all migrations have run.
   */
  incompleteMarkerPath: string
  release(): void
}

/** The error for a data folder that another process uses. */
export class DataFolderInUseError extends OperatorError {
  override name = 'DataFolderInUseError'
}

const busy = 5

/**
 * Locks `dataDir`, because PGlite would let two processes write to one database.
 * @throws DataFolderInUseError
 * @throws OperatorError if the folder cannot be written
 */
export function lockDataFolder(dataDir: string): LockedDataFolder {
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
    // This open transaction on the SQLite database `lock` locks the folder.
    // The operating system releases the lock when the process ends.
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw new DataFolderInUseError(
      `Another process uses the embedded database in ${resolve(dataDir)}: stop it, or name another folder in DATA_DIR.`,
    )
  }
  return {
    path: join(dataDir, 'postgres'),
    incompleteMarkerPath: join(dataDir, 'unfinished'),
    release: () => lock.close(),
  }
}
