import { expect, onTestFinished, test, vi } from 'vitest'
import { openPostgresDatabase } from '../../../src/platform/db/database.ts'
import type { PostgresPoolOptions } from '../../../src/platform/db/postgres-pool.ts'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'
import { type Reply, startFakePostgres } from '../../support/fake-postgres.ts'
import { untilTrue } from '../../support/turns.ts'

const one = defineSqlStatement<{ one: number }>('test_migration_one', 'SELECT 1 AS one')
const silent = defineSqlStatement<never>('test_migration_silent', 'SELECT silence')

/** The first statement of the first migration. */
const isOfMigration = (text: string) => text.startsWith('CREATE TABLE "workspaces"')

/** An empty database with one connection, on which the first migration ends as `migration` says. */
async function openEmpty(migration: Reply, options: Partial<PostgresPoolOptions> = {}) {
  const replies: Record<string, Reply> = { [one.text]: [{ one: 1 }], [silent.text]: 'silence' }
  const server = await startFakePostgres((text) => (isOfMigration(text) ? migration : (replies[text] ?? [])))
  const db = openPostgresDatabase(server.url, { size: 1, statementMs: 500, probeAfterMs: 3_600_000_000, ...options })
  onTestFinished(() => db.close())
  const statements = () => server.sessions.flatMap((session) => session.statements)
  return { db, server, replies, statements, isMigrating: () => statements().some(isOfMigration) }
}

function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('a migration runs in a transaction under a lock, with time limits of its own', async () => {
  const { db, statements } = await openEmpty({ code: '42P07' })
  await expect(db.migrate()).rejects.toThrow('The migration 0001_init failed: refused.')
  const own = statements().slice(statements().findIndex((text) => text.startsWith('BEGIN')))
  expect(own.map((text) => text.slice(0, 150))).toEqual([
    'BEGIN; SET LOCAL statement_timeout = 3600000; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 60000',
    'SELECT pg_advisory_xact_lock($1)',
    'SET LOCAL lock_timeout = 30000',
    expect.stringContaining('CREATE TABLE IF NOT EXISTS _prisma_migrations'),
    expect.stringContaining('FROM _prisma_migrations m'),
    expect.any(String),
    'ROLLBACK',
  ])
})

test('the connection of a migration that failed serves the next statement, unless it could not be rolled back', async () => {
  const { db, server, replies } = await openEmpty({ code: '42P07' })
  await expect(db.migrate()).rejects.toThrow()
  expect(await db.sql.rows(one, [])).toEqual([{ one: 1 }])
  expect(server.sessions).toHaveLength(1)
  replies.ROLLBACK = { code: '58000' }
  await expect(db.migrate()).rejects.toThrow()
  expect(await db.sql.rows(one, [])).toEqual([{ one: 1 }])
  expect(server.sessions).toHaveLength(2)
})

test('a response to a migration may take an hour, and to the next statement on its connection no longer than usual', async () => {
  stopClock()
  const slow = await openEmpty('silence')
  let failure: unknown
  slow.db.migrate().catch((error: unknown) => {
    failure = error
  })
  await untilTrue(slow.isMigrating)
  await vi.advanceTimersByTimeAsync(3_590_000)
  expect(failure).toBeUndefined()
  await vi.advanceTimersByTimeAsync(20_000)
  await untilTrue(() => failure !== undefined)

  const failing = await openEmpty({ code: '42P07' })
  await expect(failing.db.migrate()).rejects.toThrow()
  const read = failing.db.sql.rows(silent, [])
  let isOver = false
  read.catch(() => {
    isOver = true
  })
  await untilTrue(() => failing.statements().at(-1) === silent.text)
  await vi.advanceTimersByTimeAsync(2500)
  await untilTrue(() => isOver)
})
