import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the Prisma migrations. */
export const migrationsFolder = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url))

/** The folder of the SQL scripts that define functions and triggers. */
export const sqlFunctionsFolder = fileURLToPath(new URL('../../../prisma/sql', import.meta.url))

/** Returns the names of the Prisma migrations, oldest first. */
export async function listMigrationNames(folder = migrationsFolder): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** Returns the number for a new migration, such as `0012`: the highest number in `names` plus 1. */
export function getNextMigrationNumber(names: readonly string[]): string {
  const last = Math.max(0, ...names.map((name) => Number.parseInt(name, 10)))
  return String(last + 1).padStart(4, '0')
}

/** Reads the SQL of a migration. */
export const readMigrationSql = (name: string, folder = migrationsFolder) =>
  readFile(join(folder, name, 'migration.sql'), 'utf8')

/** Returns the SHA-256 hash of a script in hex. A different hash means that the script has changed. */
export const computeScriptChecksum = (script: string) => createHash('sha256').update(script).digest('hex')

/**
 * A script that defines SQL functions or triggers. The scripts use `CREATE OR REPLACE`, so they can run any number of
 * times.
 */
type RepeatableScript = { name: string; text: string; checksum: string }

/** Reads the repeatable scripts, sorted by name. */
export async function readRepeatableScripts(folder = sqlFunctionsFolder): Promise<RepeatableScript[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: computeScriptChecksum(text) }
    }),
  )
}
