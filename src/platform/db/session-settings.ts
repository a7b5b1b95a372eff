import type pg from 'pg'

/** The default time limit for one statement. Only migrations may take longer. */
export const defaultStatementTimeoutMs = 15_000

/**
 * The time limits for a lock wait and for an idle transaction, as a fraction of the time limit for a statement. The
 * lock wait has the shorter limit, so that the error of PostgreSQL names the lock as the reason. If a transaction is
 * idle for too long, PostgreSQL ends the session and releases its locks.
 */
const lockShare = 2 / 3

const limits = (ofStatementMs: number): Record<string, string> => ({
  statement_timeout: `${ofStatementMs}ms`,
  lock_timeout: `${Math.round(ofStatementMs * lockShare)}ms`,
  idle_in_transaction_session_timeout: `${Math.round(ofStatementMs * lockShare)}ms`,
})

/**
 * TCP settings that let PostgreSQL notice an unreachable client: after 11 seconds on an idle connection, and after 10
 * seconds if sent data is not acknowledged. PostgreSQL then ends the session and releases its locks.
 */
const keepAlive = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '10000',
}

/**
 * PostgreSQL planner settings for short statements that use an index. They turn off parallel workers, JIT compilation
 * and custom plans, which would take longer than the statement itself.
 */
const planning = { max_parallel_workers_per_gather: '0', jit: 'off', plan_cache_mode: 'force_generic_plan' }

const setAll = (settings: Record<string, string>, scope: 'SESSION' | 'LOCAL') =>
  Object.entries(settings)
    .map(([name, value]) => `SET ${scope} ${name} = '${value}'`)
    .join('; ')

/**
 * Makes PostgreSQL cancel the statement of a disconnected client within a second. Errors of this SQL are ignored,
 * because some operating systems do not support the setting (PostgreSQL documentation, section 20.3).
 */
const checkClient = `DO $$ BEGIN
  PERFORM set_config('client_connection_check_interval', '1s', false);
EXCEPTION WHEN OTHERS THEN NULL;
END $$`

/** The SQL that sets up a database session. */
export type SessionSetup = {
  /** Runs the SQL that sets up a new connection. */
  begin(client: pg.ClientBase): Promise<void>
  /** The SQL at the beginning of every transaction. */
  transaction: string
}

/** Returns the SQL setup of database sessions for a direct connection to PostgreSQL, without a connection pooler. */
export const makeSessionSetupWithoutPooler = (ofStatementMs = defaultStatementTimeoutMs): SessionSetup => {
  const settings = { TimeZone: 'UTC', ...planning, ...limits(ofStatementMs), ...keepAlive }
  const text = `${setAll(settings, 'SESSION')}; ${checkClient}`
  return {
    begin: async (client) => void (await client.query(text)),
    transaction: 'BEGIN',
  }
}

/**
 * Returns the SQL setup of database sessions behind a connection pooler. The pooler may run each transaction in another
 * session, so every transaction sets its own time limits. Statements outside a transaction have no time limit in
 * PostgreSQL, but `response-timeout.ts` limits how long this process waits for them.
 */
export const makeSessionSetupBehindPooler = (ofStatementMs = defaultStatementTimeoutMs): SessionSetup => ({
  begin: async (client) => void (await client.query("SET TIME ZONE 'UTC'")),
  transaction: `BEGIN; ${setAll(limits(ofStatementMs), 'LOCAL')}`,
})
