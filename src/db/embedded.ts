import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { type Database, isMigrated, newerThanThis } from './client.ts'
import { type Folder, holdFolder } from './folder.ts'
import { PrismaClient } from './generated/prisma/client.ts'
import { applyMigrations } from './migrate.ts'
import { pgliteFactory } from './pglite.ts'
import { pgliteSql } from './sql.ts'

/** An embedded database on an open PGlite. */
export function embedded(client: PGlite): Database {
  const factory: SqlMigrationAwareDriverAdapterFactory = pgliteFactory(client)
  const prisma = new PrismaClient({ adapter: factory })
  const sql = pgliteSql(client)
  return {
    kind: 'embedded',
    prisma,
    sql,
    migrate: async () => ((await isMigrated(sql)) ? [] : applyMigrations(factory)),
    newer: () => newerThanThis(sql),
    ready: () => isMigrated(sql),
    pool: () => ({ size: 1, total: 1, idle: 0, waiting: 0 }),
    oldestWaitMs: () => 0,
    onWait: () => {},
    close: async () => {
      await prisma.$disconnect()
      if (!client.closed) await client.close()
    },
  }
}

/** A database whose first start was ended before it had its schema holds nothing, and is made anew. */
function begin({ path, unfinished }: Folder): void {
  if (existsSync(unfinished)) rmSync(path, { recursive: true, force: true })
  if (!existsSync(path)) writeFileSync(unfinished, '')
}

/**
 * The embedded PostgreSQL in a folder of its own, held by this process alone.
 * @throws FolderHeldError where another process has it
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const folder = holdFolder(dataDir)
  const startParams = [...PGlite.defaultStartParams, '-c', 'TimeZone=UTC']
  begin(folder)
  const db = embedded(await PGlite.create(folder.path, { startParams }))
  return {
    ...db,
    migrate: async () => {
      const names = await db.migrate()
      rmSync(folder.unfinished, { force: true })
      return names
    },
    close: async () => {
      await db.close()
      folder.release()
    },
  }
}
