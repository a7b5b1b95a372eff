import type pg from 'pg'
import type { DatabaseEngine } from '../database-engine.ts'

/** The default time limit for one statement. Only migrations may take longer. */
export const defaultStatementTimeoutMs = 15_000

/**
 * The time limits of lock waits and of idle transactions are this fraction of the time limit of a statement. A lock
 * wait reaches its limit first, so the error of PostgreSQL mentions the lock.
 */
const lockShare = 2 / 3

const limits = (ofStatementMs: number): Record<string, string> => ({
  statement_timeout: `${ofStatementMs}ms`,
  lock_timeout: `${Math.round(ofStatementMs * lockShare)}ms`,
  // PostgreSQL ends a session whose transaction is idle for longer, and releases its locks.
  idle_in_transaction_session_timeout: `${Math.round(ofStatementMs * lockShare)}ms`,
})

/**
 * PostgreSQL ends the session of an unreachable client: after 11 s if the connection is idle, or 10 s if sent data is
 * not acknowledged.
 */
const keepAlive = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '10000',
}

/**
 * Planner settings for short statements that use an index. Parallel workers, JIT and custom plans would take longer than
 * the statement. PostgreSQL keeps a plan while the tables grow, and on small tables it would choose to read them whole.
 */
export const plannerSettings = {
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
}

const setAll = (settings: Record<string, string>, scope: 'SESSION' | 'LOCAL') =>
  Object.entries(settings)
    .map(([name, value]) => `SET ${scope} ${name} = '${value}'`)
    .join('; ')

/**
 * The SQL that makes PostgreSQL cancel a statement within a second after the client has disconnected. The SQL has no
 * effect if the operating system does not support this setting (PostgreSQL documentation, section 20.3).
 */
const checkClient = `DO $$ BEGIN
  PERFORM set_config('client_connection_check_interval', '1s', false);
EXCEPTION WHEN OTHERS THEN NULL;
END $$`

/** The SQL that sets up a database session. */
export type SessionSetup = {
  /** Runs the SQL that sets up a new connection. */
  begin(client: pg.ClientBase): Promise<void>
  /** The SQL that begins every transaction. Behind a connection pooler, this SQL also sets time limits. */
  transaction: string
}

/**
 * Returns the SQL setup of database sessions for a direct connection to PostgreSQL, without a connection pooler. Citus
 * finds the node of a workspace only in a plan with the parameter values, so it chooses the plans itself.
 */
export const makeSessionSetupWithoutPooler = (
  ofStatementMs = defaultStatementTimeoutMs,
  engine: DatabaseEngine = 'postgresql',
): SessionSetup => {
  const planner = engine === 'citus' ? { ...plannerSettings, plan_cache_mode: 'auto' } : plannerSettings
  const settings = { TimeZone: 'UTC', ...planner, ...limits(ofStatementMs), ...keepAlive }
  const text = `${setAll(settings, 'SESSION')}; ${checkClient}`
  return {
    begin: async (client) => void (await client.query(text)),
    transaction: 'BEGIN',
  }
}

/**
 * Returns the SQL setup of sessions behind a connection pooler. Transactions may get different sessions, so each
 * transaction sets its own limits.
 */
export const makeSessionSetupBehindPooler = (ofStatementMs = defaultStatementTimeoutMs): SessionSetup => ({
  // Statements outside of transactions have a time limit only in this process (`response-timeout.ts`).
  begin: async (client) => void (await client.query("SET TIME ZONE 'UTC'")),
  transaction: `BEGIN; ${setAll(limits(ofStatementMs), 'LOCAL')}`,
})
