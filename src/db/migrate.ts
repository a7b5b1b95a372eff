import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import type { MigrationList } from '@prisma/schema-engine-wasm'
import { OperatorError } from '../errors.ts'
import { schemaEngine } from './engine.ts'

const folder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))

/** A database that cannot be brought to this version's schema. */
export class MigrationError extends OperatorError {
  override name = 'MigrationError'
}

/** The names of the migrations of this version, oldest first. */
export async function migrationNames(baseDir = folder): Promise<string[]> {
  const entries = await readdir(baseDir, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** The migrations as the engine takes them. */
export async function migrationList(baseDir = folder): Promise<MigrationList> {
  const read = async (name: string) => ({
    path: name,
    migrationFile: {
      path: 'migration.sql',
      content: { tag: 'ok' as const, value: await readFile(join(baseDir, name, 'migration.sql'), 'utf8') },
    },
  })
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: await readFile(join(baseDir, 'migration_lock.toml'), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all((await migrationNames(baseDir)).map(read)),
  }
}

export const noFilters = { externalTables: [], externalEnums: [] }

/** What there is to do about a migration that failed. */
export const repair = (name: string) =>
  `Repair what it left behind, then run \`npm run migration -- --rolled-back ${name}\` and start again.`

/** What the engine says of a failure, without the trace through its own parts. */
function sentenceOf(error: unknown): string {
  const whole = error instanceof Error ? error.message : String(error)
  const [told = ''] = whole.split(/^ +0: /m)
  const cause = told
    .replace(/^external connector error\s+/, '')
    .replace('Error querying the database: ', '')
    .trim()
  const name = /migration_name="([^"]+)"/.exec(whole)?.[1]
  if (name === undefined) return `The database's schema could not be brought up to date: ${cause}`
  return `The migration ${name} failed: ${cause}. ${repair(name)}`
}

/**
 * Applies what is missing, oldest first, and records it in Prisma's own `_prisma_migrations`. The caller holds the
 * database's advisory lock, so that processes that start together do not race.
 * @throws MigrationError with the failing migration's name
 */
export async function applyMigrations(
  factory: SqlMigrationAwareDriverAdapterFactory,
  baseDir = folder,
): Promise<string[]> {
  const engine = await schemaEngine(factory)
  try {
    const output = await engine.applyMigrations({ migrationsList: await migrationList(baseDir), filters: noFilters })
    return output.appliedMigrationNames
  } catch (error) {
    throw new MigrationError(sentenceOf(error), { cause: error })
  } finally {
    engine.free()
  }
}

/**
 * Has a migration's script run as the database takes it, and waited for: PGlite's adapter does not wait, and
 * PostgreSQL's cuts a script at each semicolon, function bodies and comments too. What it fails with is told the engine.
 */
export const running = (adapter: SqlDriverAdapter, script: (text: string) => Promise<unknown>): SqlDriverAdapter =>
  Object.assign(adapter, {
    executeScript: async (text: string) => {
      await script(text).catch((error: Error & { code?: string }) => {
        throw new DriverAdapterError({
          kind: 'postgres',
          code: error.code ?? 'N/A',
          severity: 'ERROR',
          message: error.message,
          detail: undefined,
          column: undefined,
          hint: undefined,
        })
      })
    },
  })
