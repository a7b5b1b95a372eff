import { applyMigrations, type RunMigrationTransaction } from './migrate.ts'
import type { DatabasePool } from './pool.ts'

/** The key of PostgreSQL's advisory lock for migrations. All processes of the service use the same key. */
const migrationLock = 7_203_998_213n

/** The time limit for one migration, including the wait while another process migrates. */
const maxMs = 3_600_000

/** The maximum time that a migration waits for a table lock. Other statements of the service have a shorter limit. */
const lockTimeoutMs = 30_000

/**
 * PostgreSQL ends a migration if this process sends no statement for this many milliseconds. The limit leaves enough
 * time to read SQL files between two statements.
 */
const idleMs = 60_000

const bounds = { statement_timeout: maxMs, lock_timeout: 0, idle_in_transaction_session_timeout: idleMs }
const begin = ['BEGIN', ...Object.entries(bounds).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`)].join('; ')

/**
 * Returns a function that runs one migration in a transaction with an advisory lock. PostgreSQL releases the lock even
 * if the process dies.
 */
const transactOn =
  (pool: DatabasePool): RunMigrationTransaction =>
  async (work) => {
    const client = await pool.connect()
    let connectionError: Error | undefined
    try {
      pool.responseTimeouts.setMaxResponseMs(client, maxMs)
      await client.query(begin)
      await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
      await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
      const result = await work({
        run: (script) => client.query(script),
        rows: async (text, values = []) => (await client.query(text, values as unknown[])).rows,
      })
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => {
        connectionError = failure
      })
      throw error
    } finally {
      pool.responseTimeouts.setMaxResponseMs(client)
      client.release(connectionError)
    }
  }

/**
 * Migrates a PostgreSQL database to the schema of this service.
 * @throws MigrationError if a migration or script fails
 */
export const migratePostgres = (pool: DatabasePool) => applyMigrations(transactOn(pool))
