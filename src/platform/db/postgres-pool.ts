import type { DatabaseEngine } from '../database-engine.ts'
import { DatabasePool, type TenantConnectionLimiter } from './pool.ts'
import { defaultStatementTimeoutMs, type SessionSetup } from './session-settings.ts'

/** The options of the connection pool of a PostgreSQL database. */
export type PostgresPoolOptions = {
  size: number
  /** Default: `postgresql`. */
  engine?: DatabaseEngine
  /**
   * Whether the service prepares statements under a name. This must be false behind a connection pooler such as
   * PgBouncer. A named statement exists in one session only, but the pooler may change the session.
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
  /**
   * The time limit, in milliseconds, for a check whether the server still works on a statement. Such a check starts
   * after `probeAfterMs`.
   */
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

/** Makes the connection pool of a PostgreSQL database. */
export function makePostgresPool(
  connectionString: string,
  options: PostgresPoolOptions,
  session: SessionSetup,
): DatabasePool {
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
