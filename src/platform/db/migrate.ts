import { randomUUID } from 'node:crypto'
import { ApiError, OperatorError } from '../errors.ts'
import {
  computeScriptChecksum,
  listMigrationNames,
  migrationsFolder,
  readMigrationSql,
  readRepeatableScripts,
  sqlFunctionsFolder,
} from './migrations.ts'

/** The error of a database migration that fails. */
class MigrationError extends OperatorError {
  override name = 'MigrationError'
}

/**
 * A transaction of a migration. `run` runs a text of several SQL statements. `rows` runs one statement with parameters.
 */
type MigrationTransaction = {
  run(script: string): Promise<unknown>
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

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
const selectScripts = 'SELECT s.name, s.checksum FROM _sql_scripts s'
const upsertScript = `INSERT INTO _sql_scripts (name, checksum) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum`

const unknownHistory = () =>
  new MigrationError(
    'The database has the schema of an early version, which this version cannot migrate. Use an empty database ' +
      '(another DATABASE_URL, or another DATA_DIR). To keep data, export it through the API of the version that wrote ' +
      'it, and import it through the API of this one.',
  )

async function runScript(tx: MigrationTransaction, name: string, script: string): Promise<void> {
  try {
    await tx.run(script)
  } catch (error) {
    const { message } = error as Error
    const sentence = `The migration ${name} failed: ${message}. Nothing of it was kept: remove the cause and start again.`
    throw new MigrationError(sentence, { cause: error })
  }
}

/**
 * Runs the SQL scripts of functions and triggers that have changed since they last ran on this database. Stores their
 * new checksums, and returns the names of the changed scripts.
 */
async function applyScripts(tx: MigrationTransaction, folder: string): Promise<string[]> {
  const rows = await tx.rows<{ name: string; checksum: string }>(selectScripts)
  const checksums = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const changed = (await readRepeatableScripts(folder)).filter(({ name, checksum }) => checksums.get(name) !== checksum)
  // A SQL function may call a function of a later script, so PostgreSQL must not check function bodies.
  await tx.run('SET LOCAL check_function_bodies = off')
  for (const { name, text, checksum } of changed) {
    await runScript(tx, name, text)
    await tx.rows(upsertScript, [name, checksum])
  }
  return changed.map(({ name }) => name)
}

/**
 * Applies the next missing migration, or if none is missing, all changed SQL scripts of functions and triggers. The
 * same transaction stores the names of the migration or scripts. Returns these names, or an empty list if the schema is
 * up to date.
 * @throws MigrationError if a migration or script fails
 */
async function applyNext(tx: MigrationTransaction, { migrations, scripts }: SchemaFolders): Promise<string[]> {
  await tx.run(createTables)
  const done = new Set((await tx.rows<{ name: string }>(selectMigrations)).map(({ name }) => name))
  const names = await listMigrationNames(migrations)
  if (done.size > 0 && !done.has(names[0]!)) throw unknownHistory()
  const next = names.find((name) => !done.has(name))
  // The scripts of this version must not run if a later version of the service has migrated the database.
  if (next === undefined) return done.size > names.length ? [] : applyScripts(tx, scripts)
  const script = await readMigrationSql(next, migrations)
  await runScript(tx, next, script)
  await tx.rows(insertMigration, [randomUUID(), computeScriptChecksum(script), next])
  return [next]
}

function asMigrationError(error: unknown): OperatorError {
  if (error instanceof OperatorError) return error
  const cause = error instanceof ApiError && error.cause instanceof Error ? error.cause : (error as Error)
  return new MigrationError(`The database's schema could not be brought up to date: ${cause.message}.`, { cause })
}

/**
 * Applies the missing migrations, oldest first, and then the changed scripts of functions and triggers. Each migration
 * runs in its own transaction and under a lock, so only one process migrates at a time. If the process is killed, the
 * next start continues after the last committed migration. A migration must not contain statements that PostgreSQL
 * refuses in a transaction, such as `CREATE INDEX CONCURRENTLY`.
 * @returns the names of the migrations and scripts that were applied
 * @throws MigrationError with the name of the failed migration or script
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
