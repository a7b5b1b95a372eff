import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { defineSqlStatement, type SqlRunner } from '../../src/platform/db/statement.ts'
import type { TestService } from './service.ts'

const countWaiting = (count: string) =>
  `SELECT ${count} AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
const waiting = defineSqlStatement<{ count: number }>('test_waiting', countWaiting('count(*)::int'), {
  clusterText: `SELECT sum(n.result::int)::int AS count FROM run_command_on_all_nodes($node$${countWaiting('count(*)')}$node$) n`,
})

let made = 0
/** Runs any SQL statement. */
export const runSql = (sql: SqlRunner, text: string, values: readonly unknown[] = []) =>
  sql.rows(defineSqlStatement<Record<string, unknown>>(`test_held_${made++}`, text), values)

/** Waits until a statement waits for a lock. */
export const untilOneWaits = ({ db }: Pick<TestService, 'db'>) =>
  expect.poll(async () => (await db.sql.rows(waiting, []))[0]!.count, { timeout: 20_000 }).toBeGreaterThan(0)

/**
 * Sends a request while a transaction holds the rows that `change` changes. Commits once the request waits for them,
 * and returns the response. On the embedded database, the request waits for the whole transaction.
 */
export async function whileRowsAreLocked<T>(
  { db }: Pick<TestService, 'db'>,
  change: (tx: SqlRunner) => Promise<unknown>,
  request: () => Promise<T>,
): Promise<T> {
  let answer: Promise<T> | undefined
  let isAnswered = false
  await db.sql.transaction(async (tx) => {
    await change(tx)
    answer = request().finally(() => {
      isAnswered = true
    })
    if (db.kind === 'embedded') return wait(20)
    await expect
      .poll(async () => isAnswered || (await db.sql.rows(waiting, []))[0]!.count > 0, { timeout: 20_000 })
      .toBe(true)
    expect(isAnswered).toBe(false)
  })
  return answer!
}
