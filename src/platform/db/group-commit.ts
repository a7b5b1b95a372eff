import {
  getConnectionLimitTenantId,
  runWithoutTenantConnectionLimit,
  runWithTenantConnectionLimit,
} from '../limits/tenant-context.ts'
import { wasStatementCertainlyRolledBack } from './errors.ts'
import { type BoundSqlStatement, defineSqlStatement, type SqlRunner } from './statement.ts'

/** A transaction contains at most `maxWrites` writes. Each write waits at most `lockTimeoutMs` for a row lock. */
const maxWrites = 50
const lockTimeoutMs = 20

// `set_config` with `true` changes a setting only for the transaction (PostgreSQL documentation, section 9.27.1).
const setLockTimeout = defineSqlStatement<never>('wait_briefly', "SELECT set_config('lock_timeout', $1, true)")

type QueuedWrite = {
  write: BoundSqlStatement
  tenant: string | undefined
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/**
 * Runs `work`, which executes `writes`. The connection of `work` counts towards the limit of the tenant that has sent
 * the writes. If several tenants have sent them, the connection counts towards no limit.
 */
function asTheirTenant<T>(writes: readonly QueuedWrite[], work: () => T): T {
  const { tenant } = writes[0]!
  const isShared = tenant === undefined || writes.some((write) => write.tenant !== tenant)
  return isShared ? runWithoutTenantConnectionLimit(work) : runWithTenantConnectionLimit(tenant, work)
}

/**
 * Makes a function that groups concurrent writes into one transaction. If one write fails, all are rolled back, and
 * each runs again alone.
 */
export function makeGroupCommitWriter({ rows, pipeline }: Pick<SqlRunner, 'rows' | 'pipeline'>): SqlRunner['write'] {
  const queue: QueuedWrite[] = []
  let isRunning = false

  const runAlone = (queued: QueuedWrite) =>
    asTheirTenant([queued], () => rows(...queued.write)).then(queued.resolve, queued.reject)

  async function runTogether(writes: readonly QueuedWrite[]): Promise<unknown[][]> {
    if (writes.length === 1) return [await rows(...writes[0]!.write)]
    const statements: BoundSqlStatement[] = [
      [setLockTimeout, [`${lockTimeoutMs}ms`]],
      ...writes.map(({ write }) => write),
    ]
    const [, ...results] = await pipeline(statements)
    return results
  }

  /** Runs writes in one transaction. Returns a function that passes the results or the error to the callers. */
  async function run(writes: readonly QueuedWrite[]): Promise<() => void> {
    try {
      const results = await asTheirTenant(writes, () => runTogether(writes))
      return () => {
        for (const [index, { resolve }] of writes.entries()) resolve(results[index]!)
      }
    } catch (error) {
      const canRunAlone = writes.length > 1 && wasStatementCertainlyRolledBack(error)
      return () => {
        for (const write of writes) canRunAlone ? void runAlone(write) : write.reject(error)
      }
    }
  }

  /**
   * The sequence number of the latest transaction. Usually only one transaction runs at a time, so that no transaction
   * waits for the locks of another.
   */
  let latest = 0
  function runNext(): void {
    const number = ++latest
    const writes = queue.splice(0, maxWrites)
    isRunning = writes.length > 0
    if (!isRunning) return
    slowTimer.refresh()
    void run(writes).then((passResults) => {
      if (number === latest) runNext()
      // The next transaction is sent before the callers get their results.
      // So PostgreSQL works while the callers make their responses.
      process.nextTick(passResults)
    })
  }
  // If a transaction takes longer than `lockTimeoutMs`, the next transaction starts anyway.
  const slowTimer = setTimeout(() => isRunning && runNext(), lockTimeoutMs).unref()

  return <Row>(...write: BoundSqlStatement<Row>) =>
    new Promise<Row[]>((resolve, reject) => {
      queue.push({ write, tenant: getConnectionLimitTenantId(), resolve: resolve as QueuedWrite['resolve'], reject })
      if (isRunning) return
      isRunning = true
      setImmediate(runNext)
    })
}
