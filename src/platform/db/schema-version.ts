import { listMigrationNames, readRepeatableScripts } from './migrations.ts'
import type { TransactionalSqlRunner } from './sql.ts'
import { defineSqlStatement } from './statement.ts'

/** Makes a function that reads files once and returns them at each call. After a failure, the next call reads again. */
export function makeOneTimeFileReader<Files>(readFiles: () => Promise<Files>): () => Promise<Files> {
  let files: Promise<Files> | undefined
  return () => {
    files ??= readFiles()
    files.catch(() => {
      files = undefined
    })
    return files
  }
}

/**
 * Returns the migration names and SQL scripts of the running version. Each process reads the files once, because an
 * update may replace them.
 */
export const readSchemaFilesOfThisVersion = makeOneTimeFileReader(() =>
  Promise.all([listMigrationNames(), readRepeatableScripts()]),
)

type AppliedRow = { name: string; checksum: string | null }

const applied = defineSqlStatement<AppliedRow>(
  'schema_version',
  `SELECT m.migration_name AS name, NULL AS checksum FROM _prisma_migrations m
   WHERE m.finished_at IS NOT NULL AND m.rolled_back_at IS NULL
   UNION ALL SELECT s.name, s.checksum FROM _sql_scripts s`,
)

/** Returns the names of the applied migrations, and the checksums of the applied SQL scripts by name. */
async function readApplied(sql: TransactionalSqlRunner) {
  const rows = await sql.rows(applied, []).catch((error: { code?: string }): AppliedRow[] => {
    // The tables `_prisma_migrations` and `_sql_scripts` do not exist before the first migration.
    if (error.code === '42P01') return []
    throw error
  })
  return {
    migrations: new Set(rows.filter(({ checksum }) => checksum === null).map(({ name }) => name)),
    scripts: new Map(rows.flatMap(({ name, checksum }) => (checksum === null ? [] : [[name, checksum]]))),
  }
}

/** Returns whether any version of the service has migrated the database. */
export const hasAppliedMigrations = async (sql: TransactionalSqlRunner) => (await readApplied(sql)).migrations.size > 0

/**
 * Returns the names of applied migrations that this version of the service does not contain. A later version of the
 * service has applied them.
 */
export async function listUnknownAppliedMigrations(sql: TransactionalSqlRunner): Promise<string[]> {
  const [names] = await readSchemaFilesOfThisVersion()
  const known = new Set(names)
  return [...(await readApplied(sql)).migrations].filter((name) => !known.has(name))
}

/**
 * Returns whether all migrations of this version are applied, and all its SQL scripts by name. The applied text of a
 * script may come from another version of the service.
 */
export async function hasRequiredSchema(sql: TransactionalSqlRunner): Promise<boolean> {
  const { migrations, scripts } = await readApplied(sql)
  const [names, own] = await readSchemaFilesOfThisVersion()
  return names.every((name) => migrations.has(name)) && own.every(({ name }) => scripts.has(name))
}

/**
 * Returns whether all migrations of this version are applied, and all its SQL scripts with the same text. If a later
 * version has migrated the database, the scripts are not compared.
 */
export async function isSchemaUpToDate(sql: TransactionalSqlRunner): Promise<boolean> {
  const { migrations, scripts } = await readApplied(sql)
  const [names, own] = await readSchemaFilesOfThisVersion()
  if (!names.every((name) => migrations.has(name))) return false
  return migrations.size > names.length || own.every(({ name, checksum }) => scripts.get(name) === checksum)
}
