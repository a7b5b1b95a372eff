import { PrismaPg } from '@prisma/adapter-pg'
import type { PrismaClient } from './generated/prisma/client.ts'
import { migratePostgres } from './migration-connection.ts'
import { DatabasePool, type TenantConnectionLimiter } from './pool.ts'
import { makePrismaClient } from './prisma.ts'
import {
  hasRequiredSchema,
  isSchemaUpToDate,
  listNewerMigrations,
  readSchemaFilesOfThisVersion,
} from './schema-version.ts'
import {
  defaultStatementTimeoutMs,
  makeSessionSetupBehindPooler,
  makeSessionSetupWithoutPooler,
  type SessionSetup,
} from './session-settings.ts'
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
   * Migrates the schema to the version of this service. Returns the names of the applied migrations and SQL scripts
   * (functions and triggers).
   * @throws MigrationError if a migration or script fails
   */
  migrate(): Promise<string[]>
  /**
   * Returns the names of the applied migrations that this version of the service does not know. Such migrations exist
   * if a later version of the service has migrated the database.
   */
  newer(): Promise<string[]>
  /** Returns whether the database has the schema that this service needs. Rejects if the database cannot be reached. */
  ready(): Promise<boolean>
  /**
   * Returns the state of the connection pool. `size` is the maximum number of connections. `total` connections are
   * open, and `idle` of them are idle. `waiting` requests wait for a connection.
   */
  pool(): { size: number; total: number; idle: number; waiting: number }
  /** Returns the wait of the request that has waited longest for a connection, in milliseconds. */
  oldestWaitMs(): number
  /** Calls `listener` after each wait for a connection, with the duration of the wait in milliseconds. */
  onWait(listener: (ms: number) => void): void
  close(): Promise<void>
}

export type PoolOptions = {
  size: number
  /**
   * False if the database is behind a connection pooler such as PgBouncer. Statements then have no names. A named
   * prepared statement exists only in one session, but the pooler may run each transaction in a different session.
   */
  namedStatements?: boolean
  /** The time limit for opening a connection, and for waiting until a connection is free. */
  waitMs?: number
  /** The time limit for one statement. The PostgreSQL server enforces the limit. */
  statementMs?: number
  /**
   * If a statement gets no response for `probeAfterMs`, another connection checks whether the server still works on the
   * statement.
   */
  probeAfterMs?: number
  /** The time limit for this check by another connection, in milliseconds. */
  probeTimeoutMs?: number
  /** Limits how many connections one tenant can use. */
  connectionLimiter?: TenantConnectionLimiter
  /** This function is called after a database connection was lost or could not be opened. */
  onConnectionLost?: (error: Error) => void
}

/** TCP keep-alive sends its first probe after a connection has been idle for this many milliseconds. */
const keepAliveDelayMs = 5_000

/** The interval at which all connections are checked for missing responses. */
const checkIntervalMs = 250

/**
 * PostgreSQL cancels a statement at its time limit. If no response arrives within this many further milliseconds, this
 * process closes the connection.
 */
const graceMs = 1_000

function poolFor(connectionString: string, options: PoolOptions, session: SessionSetup): DatabasePool {
  const { size, namedStatements = true, waitMs = 5_000, connectionLimiter, onConnectionLost = () => {} } = options
  const {
    statementMs: serverLimitMs = defaultStatementTimeoutMs,
    probeAfterMs = 4_000,
    probeTimeoutMs = 3_000,
  } = options
  return new DatabasePool({
    config: {
      connectionString,
      max: size,
      onConnect: session.begin,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelayMs,
      connectionTimeoutMillis: waitMs,
    },
    responseTimeouts: {
      probeAfterMs,
      probeTimeoutMs,
      maxResponseMs: serverLimitMs + graceMs,
      checkIntervalMs: Math.min(checkIntervalMs, probeAfterMs / 4),
    },
    hasSessionIds: namedStatements,
    connectionLimiter,
    onConnectionLost,
  })
}

/**
 * Opens a PostgreSQL database (version 14 or newer).
 * @param connectionString a URL that starts with `postgresql://`
 */
export function openPostgresDatabase(connectionString: string, options: PoolOptions): Database {
  const { size, namedStatements: named = true, statementMs } = options
  const session = named ? makeSessionSetupWithoutPooler(statementMs) : makeSessionSetupBehindPooler(statementMs)
  const pool = poolFor(connectionString, options, session)
  void readSchemaFilesOfThisVersion()
  const prisma = makePrismaClient(new PrismaPg(pool), (error) => pool.translateError(error))
  const sql = makePostgresSqlRunner(pool, { named, begin: session.transaction })
  return {
    kind: 'postgresql',
    prisma,
    sql,
    migrate: async () => ((await isSchemaUpToDate(sql)) ? [] : migratePostgres(pool)),
    newer: () => listNewerMigrations(sql),
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
