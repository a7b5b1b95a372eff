import { PrismaPg } from '@prisma/adapter-pg'
import { listNodesAway, listWorkspacesAway, type NodeAway } from './cluster-nodes.ts'
import type { PrismaClient } from './generated/prisma/client.ts'
import { migratePostgres } from './migration-connection.ts'
import { makePostgresPool, type PostgresPoolOptions } from './postgres-pool.ts'
import { makePrismaClient } from './prisma.ts'
import {
  hasAppliedMigrations,
  hasRequiredSchema,
  isSchemaUpToDate,
  listUnknownAppliedMigrations,
  readSchemaFilesOfThisVersion,
} from './schema-version.ts'
import { makeSessionSetupBehindPooler, makeSessionSetupWithoutPooler } from './session-settings.ts'
import { makePostgresSqlRunner, type TransactionalSqlRunner } from './sql.ts'

/**
 * An open database. Hand-written SQL statements run through `sql`, and Prisma queries through `prisma`. `sql` and
 * `prisma` share one connection pool.
 */
export type Database = {
  kind: 'postgresql' | 'embedded'
  prisma: PrismaClient
  sql: TransactionalSqlRunner
  /**
   * Applies the missing migrations and SQL scripts, and returns their names.
   * @throws MigrationError if a migration or script fails
   */
  migrate(): Promise<string[]>
  /** Returns the names of the applied migrations of later versions, which this version of the service does not know. */
  newer(): Promise<string[]>
  /** Returns whether any version of the service has migrated the database. */
  hasMigrations(): Promise<boolean>
  /** Returns whether the database has the schema that this service needs. Rejects if the database cannot be reached. */
  ready(): Promise<boolean>
  /**
   * Returns the nodes that do not answer. Their workspaces cannot be read or written, and others can. Only a cluster has
   * this method.
   */
  listNodesAway?(): Promise<NodeAway[]>
  /** Returns which of these workspaces are on a node that does not answer. Only a cluster has this method. */
  listWorkspacesAway?(ids: readonly string[]): Promise<string[]>
  /**
   * Returns how many connections are allowed (`size`), open (`total`) and idle, and how many requests wait for a
   * connection.
   */
  pool(): { size: number; total: number; idle: number; waiting: number }
  /**
   * Returns how long the oldest waiting request has waited for a connection, in milliseconds. Returns 0 if none waits.
   */
  oldestWaitMs(): number
  /** Calls `listener` after each wait for a connection, with the duration of the wait in milliseconds. */
  onWait(listener: (ms: number) => void): void
  /**
   * Updates the statistics of one table that has grown. Returns its name, or undefined if none has grown. A PostgreSQL
   * server does this itself (autovacuum), so only the embedded database has this method.
   */
  analyzeGrownTable?(): Promise<string | undefined>
  close(): Promise<void>
}

/**
 * Opens a PostgreSQL database (version 14 or newer).
 * @param connectionString a URL that starts with `postgresql://`
 */
export function openPostgresDatabase(connectionString: string, options: PostgresPoolOptions): Database {
  const { size, engine, namedStatements: named = true, statementMs } = options
  const session = named ? makeSessionSetupWithoutPooler(statementMs, engine) : makeSessionSetupBehindPooler(statementMs)
  const pool = makePostgresPool(connectionString, options, session)
  void readSchemaFilesOfThisVersion()
  const prisma = makePrismaClient(new PrismaPg(pool), (error) => pool.translateError(error))
  const sql = makePostgresSqlRunner(pool, { named, engine, begin: session.transaction })
  return {
    kind: 'postgresql',
    prisma,
    sql,
    migrate: async () => ((await isSchemaUpToDate(sql)) ? [] : migratePostgres(pool)),
    ...(engine === 'citus' && {
      listNodesAway: () => listNodesAway(sql),
      listWorkspacesAway: (ids) => listWorkspacesAway(sql, ids),
    }),
    newer: () => listUnknownAppliedMigrations(sql),
    hasMigrations: () => hasAppliedMigrations(sql),
    ready: () => hasRequiredSchema(sql),
    pool: () => ({ size, total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    oldestWaitMs: () => pool.oldestWaitMs(),
    onWait: (listener) => {
      pool.onWaitEnd = listener
    },
    close: async () => {
      await prisma.$disconnect()
      if (!pool.ended) await pool.end()
    },
  }
}
