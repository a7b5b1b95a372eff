import type { Logger } from 'pino'
import type { BoundSqlStatement, SqlRunner } from './statement.ts'

/**
 * How long a lease lasts after its last renewal. A process renews the leases that it holds. If a lease ends, the
 * service treats the process that held the lease as dead.
 */
export const leaseDurationSeconds = 30
export const leaseDurationSql = `interval '${leaseDurationSeconds} seconds'`

/** The interval at which each process renews its leases. */
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
     * Adds a lease, which every later call of `renew` renews with the SQL statement `renewal`. The returned function
     * removes the lease again.
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
