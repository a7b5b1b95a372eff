import type { Logger } from 'pino'
import { seedDemo } from '../../prisma/seed.ts'
import type { Config } from '../config.ts'
import { type Database, openPostgres } from '../db/client.ts'
import { reachable } from './reach.ts'

/**
 * The configured database, reachable.
 * @throws OperatorError
 */
export async function openDatabase(config: Config, log?: Logger): Promise<Database> {
  const { databaseUrl, databasePool: size, namedStatements, dataDir } = config
  // Read by those alone that have no other.
  if (!databaseUrl) return (await import('../db/embedded.ts')).openEmbedded(dataDir)
  const lost = (error: Error) => log?.warn({ error: error.message }, 'a database connection was lost or not made')
  return reachable(openPostgres(databaseUrl, { size, namedStatements, lost }))
}

/** The configured replica, which need not be there yet; undefined where none is configured. */
export function openReplica(config: Config): Database | undefined {
  const { databaseReplicaUrl, databasePool: size, namedStatements } = config
  return databaseReplicaUrl ? openPostgres(databaseReplicaUrl, { size, namedStatements }) : undefined
}

/**
 * What is done once, before any process serves: this version's schema and, outside production, the demo. Gives the demo's
 * key where it was made just now.
 * @throws MigrationError
 */
export async function prepare(
  db: Database,
  { production, keyPrefix }: Config,
  log: Logger,
): Promise<string | undefined> {
  await db.migrate()
  const newer = await db.newer()
  if (newer.length > 0) log.warn({ migrations: newer }, 'the database is that of a later version')
  return production ? undefined : seedDemo(db, keyPrefix)
}
