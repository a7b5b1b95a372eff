import type pg from 'pg'
import { expect, inject, test } from 'vitest'
import {
  makeSessionSetupBehindPooler,
  makeSessionSetupWithoutPooler,
} from '../../../src/platform/db/session-settings.ts'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'
import { freshDatabase } from '../../support/service.ts'

/** Returns the SQL that a setup sends on a new connection. */
async function begun(setup: ReturnType<typeof makeSessionSetupWithoutPooler>): Promise<string> {
  const sent: string[] = []
  await setup.begin({ query: async (text: string) => void sent.push(text) } as unknown as pg.ClientBase)
  return sent.join('; ')
}

test('a session has time limits, notices an unreachable client and plans for short statements', async () => {
  const setup = makeSessionSetupWithoutPooler()
  const settings = Object.fromEntries(
    [...(await begun(setup)).matchAll(/SET SESSION (\w+) = '([^']*)'/g)].map(([, name, value]) => [name, value]),
  )
  expect(settings).toEqual({
    TimeZone: 'UTC',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
    statement_timeout: '15000ms',
    lock_timeout: '10000ms',
    idle_in_transaction_session_timeout: '10000ms',
    tcp_keepalives_idle: '5',
    tcp_keepalives_interval: '2',
    tcp_keepalives_count: '3',
    tcp_user_timeout: '10000',
  })
  expect(setup.transaction).toBe('BEGIN')
})

test('behind a connection pooler, each transaction sets its own time limits, and changes no session', async () => {
  const setup = makeSessionSetupBehindPooler(600)
  expect(setup.transaction).toBe(
    "BEGIN; SET LOCAL statement_timeout = '600ms'; SET LOCAL lock_timeout = '400ms'; SET LOCAL idle_in_transaction_session_timeout = '400ms'",
  )
  expect(await begun(setup)).toBe("SET TIME ZONE 'UTC'")
})

test.runIf(inject('postgres'))('the statement of a client that is gone is cancelled within a second', async () => {
  const { db } = await freshDatabase()
  try {
    const name = 'client_connection_check_interval'
    const show = defineSqlStatement<{ value: string }>('test_show', `SELECT current_setting('${name}') AS value`)
    expect(await db.sql.rows(show, [])).toEqual([{ value: '1s' }])
  } finally {
    await db.close()
  }
})
