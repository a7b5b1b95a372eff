import { randomUUID } from 'node:crypto'
import { ApiError, OperatorError } from '../errors.ts'
import { applyChangedScripts, MigrationError, type MigrationTransaction, runMigrationScript } from './apply-scripts.ts'
import {
  computeScriptChecksum,
  listMigrationNames,
  migrationsFolder,
  readMigrationSql,
  sqlFunctionsFolder,
} from './migrations.ts'

export type RunMigrationTransaction = <T>(work: (tx: MigrationTransaction) => Promise<T>) => Promise<T>

type SchemaFolders = { migrations: string; scripts: string }

// `_prisma_migrations` has the columns that Prisma uses, so that Prisma's tools can read the table.
const createTables = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS _sql_scripts (name text PRIMARY KEY, checksum text NOT NULL)`

const selectMigrations = `SELECT m.migration_name AS name FROM _prisma_migrations m
  WHERE m.finished_at IS NOT NULL AND m.rolled_back_at IS NULL`
const insertMigration = `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`

const unknownHistory = () =>
  new MigrationError(
    'The database has the schema of an early version, which this version cannot migrate. Use an empty database ' +
      '(another DATABASE_URL, or another DATA_DIR). To keep data, export it through the API of the version that wrote ' +
      'it, and import it through the API of this one.',
  )

/**
 * Applies the next missing migration. If no migration is missing, applies the changed SQL scripts. Returns the names of
 * the migrations or scripts that were applied.
 * @throws MigrationError
 */
async function applyNext(tx: MigrationTransaction, { migrations, scripts }: SchemaFolders): Promise<string[]> {
  await tx.run(createTables)
  const done = new Set((await tx.rows<{ name: string }>(selectMigrations)).map(({ name }) => name))
  const names = await listMigrationNames(migrations)
  if (done.size > 0 && !done.has(names[0]!)) throw unknownHistory()
  const next = names.find((name) => !done.has(name))
  // The scripts of this version must not run if a later version of the service has migrated the database.
  if (next === undefined) return done.size > names.length ? [] : applyChangedScripts(tx, scripts)
  const script = await readMigrationSql(next, migrations)
  // A migration must not use statements that PostgreSQL refuses in a transaction, such as `CREATE INDEX CONCURRENTLY`.
  await runMigrationScript(tx, next, script)
  await tx.rows(insertMigration, [randomUUID(), computeScriptChecksum(script), next])
  return [next]
}

function asMigrationError(error: unknown): OperatorError {
  if (error instanceof OperatorError) return error
  const cause = error instanceof ApiError && error.cause instanceof Error ? error.cause : (error as Error)
  return new MigrationError(`The database's schema could not be brought up to date: ${cause.message}.`, { cause })
}

/**
 * Applies each missing migration in its own transaction, and then the changed SQL scripts. Returns their names.
 * @throws MigrationError
 */
export async function applyMigrations(
  transact: RunMigrationTransaction,
  folders: SchemaFolders = { migrations: migrationsFolder, scripts: sqlFunctionsFolder },
): Promise<string[]> {
  const applied: string[] = []
  for (;;) {
    const names = await transact((tx) => applyNext(tx, folders)).catch((error: unknown) => {
      throw asMigrationError(error)
    })
    if (names.length === 0) return applied
    applied.push(...names)
  }
}
