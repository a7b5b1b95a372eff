import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import { assertDistributed, assertNotDistributed } from '../platform/db/cluster-tables.ts'
import { type Database, openPostgresDatabase } from '../platform/db/database.ts'
import { assertSupportedPostgresVersion } from '../platform/db/postgres-version.ts'
import { makeTenantConnectionLimiter } from '../platform/db/tenant-connection-limiter.ts'
import { type DemoWorkspace, seedDemoWorkspace } from '../sample/seed.ts'

/**
 * Opens the configured database and checks that it can be used.
 * @throws OperatorError if the database cannot be reached or opened
 */
export async function openDatabase(config: Config, log?: Logger): Promise<Database> {
  const { databaseUrl, databaseEngine: engine, databasePool: size, namedStatements, dataDir } = config
  // The code of the embedded database is loaded only if that database is used.
  if (!databaseUrl) {
    const { openEmbeddedDatabase: openEmbedded } = await import('../platform/db/embedded/embedded.ts')
    const onBroken = (error: Error) =>
      log?.error({ error: error.message }, 'the embedded database failed and is opened again')
    return openEmbedded(dataDir, { onBroken, onReopened: () => log?.info('the embedded database is back') })
  }
  const onConnectionLost = (error: Error) =>
    log?.warn({ error: error.message }, 'a database connection was lost or could not be opened')
  return assertSupportedPostgresVersion(
    openPostgresDatabase(databaseUrl, {
      size,
      engine,
      namedStatements,
      connectionLimiter: makeTenantConnectionLimiter(size),
      onConnectionLost,
    }),
  )
}

/**
 * Opens the configured replica database, or returns undefined if none is configured. The opened replica may still be
 * unreachable.
 */
export function openReplicaDatabase(config: Config): Database | undefined {
  const { databaseReplicaUrl, databaseEngine: engine, databasePool: size, namedStatements } = config
  if (!databaseReplicaUrl) return undefined
  return openPostgresDatabase(databaseReplicaUrl, {
    size,
    engine,
    namedStatements,
    connectionLimiter: makeTenantConnectionLimiter(size),
  })
}

/**
 * Migrates the database before any process answers requests; `npm run distribute` migrates a cluster. Outside production,
 * adds a demo workspace to an empty database.
 * @throws MigrationError, or OperatorError if a cluster is not distributed, or is not named as one by DATABASE_ENGINE
 */
export async function migrateAndSeedDatabase(
  db: Database,
  { isProduction, keyPrefix, databaseEngine }: Config,
  log: Logger,
): Promise<DemoWorkspace | undefined> {
  if (databaseEngine === 'citus') await assertDistributed(db.sql)
  else {
    await assertNotDistributed(db.sql)
    await db.migrate()
  }
  const newer = await db.newer()
  if (newer.length > 0) log.warn({ migrations: newer }, 'the database was migrated by a later version')
  return isProduction ? undefined : seedDemoWorkspace(db, keyPrefix)
}
