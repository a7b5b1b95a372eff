import type { Logger } from 'pino'
import type { BoundSqlStatement, SqlRunner } from './statement.ts'

/**
 * A lease ends this many seconds after its last renewal. The other processes then assume that the process that held the
 * lease is dead.
 */
export const leaseDurationSeconds = 30
export const leaseDurationSql = `interval '${leaseDurationSeconds} seconds'`

/** The interval at which each process renews its leases, in milliseconds. */
export const leaseRenewalIntervalMs = 10_000

/** Returns the SQL for the number of seconds until a lease ends. The result is a whole number of at least 1. */
export const makeLeaseSecondsLeftSql = (column: string) =>
  `greatest(1, ceil(extract(epoch FROM ${column} - clock_timestamp())))::int`

/** Renews the database leases that this process holds. A scheduled job calls `renew`. */
export type LeaseRenewer = ReturnType<typeof makeLeaseRenewer>

export function makeLeaseRenewer(sql: SqlRunner, log: Logger) {
  const renewals = new Set<BoundSqlStatement>()
  return {
    /**
     * Adds a lease. Every later call of `renew` runs the SQL statement `renewal`, which renews the lease. The returned
     * function removes the lease again.
     */
    hold(renewal: BoundSqlStatement): () => void {
      renewals.add(renewal)
      return () => void renewals.delete(renewal)
    },
    /** Renews all leases that this process holds. If one renewal fails, the other renewals still run. */
    async renew(): Promise<void> {
      for (const renewal of [...renewals]) {
        if (!renewals.has(renewal)) continue
        await sql.rows(...renewal).catch((error: unknown) => log.warn({ err: error }, 'a lease was not renewed'))
      }
    },
  }
}
