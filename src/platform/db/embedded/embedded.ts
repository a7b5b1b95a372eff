import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { OperatorError } from '../../errors.ts'
import type { Database } from '../database.ts'
import { translateDatabaseFailure } from '../errors.ts'
import { applyMigrations, type RunMigrationTransaction } from '../migrate.ts'
import { makePrismaClient } from '../prisma.ts'
import {
  hasAppliedMigrations,
  hasRequiredSchema,
  isSchemaUpToDate,
  listUnknownAppliedMigrations,
  readSchemaFilesOfThisVersion,
} from '../schema-version.ts'
import { plannerSettings } from '../session-settings.ts'
import { type LockedDataFolder, lockDataFolder } from './data-folder.ts'
import { makePgliteThrowAfterAbort } from './fail-on-abort.ts'
import { makePglitePrismaAdapterFactory } from './pglite-adapter.ts'
import { type PgliteClient, withPreparedStatements } from './prepared-statements.ts'
import { type DatabaseFailureListeners, openAutoReopeningPglite } from './reopening.ts'
import { makePgliteSqlRunner } from './sql.ts'
import { analyzeGrownTable } from './table-statistics.ts'

/** The settings of an embedded database, as arguments of PostgreSQL. They are those of a session on a server. */
export const embeddedSettings = Object.entries({ TimeZone: 'UTC', ...plannerSettings }).flatMap(([name, value]) => [
  '-c',
  `${name}=${value}`,
])

/** Returns a function that runs the transactions of migrations on PGlite. */
export const makePgliteMigrationTransactionRunner =
  (client: Pick<PGlite, 'transaction'>): RunMigrationTransaction =>
  (work) =>
    client.transaction((tx) =>
      work({
        run: (script) => tx.exec(script),
        rows: async <Row>(text: string, values: readonly unknown[] = []) =>
          (await tx.query<Row>(text, values as unknown[])).rows,
      }),
    )

/** Makes a `Database` from an open embedded database. */
export function makeEmbeddedDatabase(client: PgliteClient): Database {
  const prisma = makePrismaClient(makePglitePrismaAdapterFactory(client), translateDatabaseFailure)
  const sql = makePgliteSqlRunner(client)
  void readSchemaFilesOfThisVersion()
  return {
    kind: 'embedded',
    prisma,
    sql,
    migrate: async () =>
      (await isSchemaUpToDate(sql)) ? [] : applyMigrations(makePgliteMigrationTransactionRunner(client)),
    newer: () => listUnknownAppliedMigrations(sql),
    hasMigrations: () => hasAppliedMigrations(sql),
    ready: () => hasRequiredSchema(sql),
    pool: () => ({ size: 1, total: 1, idle: 0, waiting: 0 }),
    oldestWaitMs: () => 0,
    onWait: () => {},
    analyzeGrownTable: () => analyzeGrownTable(sql, client),
    close: async () => {
      await prisma.$disconnect()
      if (!client.closed) await client.close()
    },
  }
}

/**
 * Deletes the database if its first migrations did not complete, because it then has no data. Marks a new database as
 * incomplete.
 */
function removeIncomplete({ path, incompleteMarkerPath }: LockedDataFolder): void {
  if (existsSync(incompleteMarkerPath)) rmSync(path, { recursive: true, force: true })
  if (!existsSync(path)) writeFileSync(incompleteMarkerPath, '')
}

function cannotOpen(dataDir: string, error: Error): OperatorError {
  const sentence =
    `The embedded database in ${resolve(dataDir)} (DATA_DIR) cannot be opened: ${error.message.replace(/\.$/, '')}. ` +
    'Its disk may be full, or its files damaged: make space, restore the folder, or name another one.'
  return new OperatorError(sentence, { cause: error })
}

/**
 * Locks the folder and opens the embedded database in it.
 * @throws DataFolderInUseError
 * @throws OperatorError if the database files cannot be read
 */
export async function openEmbeddedDatabase(dataDir: string, watcher: DatabaseFailureListeners = {}): Promise<Database> {
  const folder = lockDataFolder(dataDir)
  const startParams = [...PGlite.defaultStartParams, ...embeddedSettings]
  removeIncomplete(folder)
  const open = async () =>
    withPreparedStatements(makePgliteThrowAfterAbort(await PGlite.create(folder.path, { startParams })))
  const client = await openAutoReopeningPglite({ folder: dataDir, open, ...watcher }).catch((error: Error) => {
    folder.release()
    throw cannotOpen(dataDir, error)
  })
  const db = makeEmbeddedDatabase(client)
  return {
    ...db,
    migrate: async () => {
      const names = await db.migrate()
      rmSync(folder.incompleteMarkerPath, { force: true })
      return names
    },
    close: async () => {
      await db.close()
      folder.release()
    },
  }
}
