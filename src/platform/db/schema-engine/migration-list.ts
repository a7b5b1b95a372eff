import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MigrationList } from '@prisma/schema-engine-wasm'
import { listMigrationNames, migrationsFolder, readMigrationSql } from '../migrations.ts'

/** Returns all migrations in the format of Prisma's schema engine. */
export async function readMigrationList(baseDir = migrationsFolder): Promise<MigrationList> {
  const read = async (name: string) => ({
    path: name,
    migrationFile: {
      path: 'migration.sql',
      content: { tag: 'ok' as const, value: await readMigrationSql(name, baseDir) },
    },
  })
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: await readFile(join(baseDir, 'migration_lock.toml'), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all((await listMigrationNames(baseDir)).map(read)),
  }
}

export const emptySchemaEngineFilters = { externalTables: [], externalEnums: [] }
