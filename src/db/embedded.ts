import { PGlite } from '@electric-sql/pglite'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { type Database, isMigrated } from './client.ts'
import { holdFolder } from './folder.ts'
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

/**
 * The embedded PostgreSQL in a folder of its own, held by this process alone.
 * @throws FolderHeldError where another process has it
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const folder = holdFolder(dataDir)
  const startParams = [...PGlite.defaultStartParams, '-c', 'TimeZone=UTC']
  const db = embedded(await PGlite.create(folder.path, { startParams }))
  return {
    ...db,
    close: async () => {
      await db.close()
      folder.release()
    },
  }
}
