import { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPostgresDatabase } from '../../../src/platform/db/database.ts'
import type { PostgresPoolOptions } from '../../../src/platform/db/postgres-pool.ts'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'
import { runWithTenantConnectionLimit } from '../../../src/platform/limits/tenant-context.ts'
import { makeTenantLimiter } from '../../../src/platform/limits/tenant-limiter.ts'
import { type Reply, startFakePostgres } from '../../support/fake-postgres.ts'
import { untilTrue } from '../../support/turns.ts'

const one = defineSqlStatement<{ one: number }>('test_pool_one', 'SELECT 1 AS one')
const other = defineSqlStatement<never>('test_pool_other', 'SELECT other')

/** A database on a server of the test, which answers the statement `other` as `replies` says. */
async function openFake(
  replies: { other?: Reply; [text: string]: Reply | undefined } = {},
  options: Partial<PostgresPoolOptions> = {},
) {
  const server = await startFakePostgres((text) => {
    if (text === one.text) return [{ one: 1 }]
    return (text === other.text ? replies.other : replies[text]) ?? []
  })
  const lost: Error[] = []
  const db = openPostgresDatabase(server.url, { size: 2, onConnectionLost: (error) => lost.push(error), ...options })
  onTestFinished(() => db.close())
  return { db, server, lost, replies }
}

function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

const outcomeUnknown = { status: 503, details: { reason: 'outcome_unknown' } }
const unreachable = { status: 503, details: {}, message: 'The database does not answer. Wait for Retry-After seconds.' }

test('if the connection is lost during COMMIT, the outcome of the transaction is unknown', async () => {
  const { db, lost } = await openFake({ COMMIT: 'hang up' })
  await expect(db.sql.transaction((tx) => tx.rows(one, []))).rejects.toMatchObject(outcomeUnknown)
  expect(lost).toHaveLength(1)
  expect(await db.sql.rows(one, [])).toEqual([{ one: 1 }])
})

test('if the connection is lost before COMMIT, the transaction certainly changed nothing', async () => {
  const { db } = await openFake({ other: 'hang up' })
  await expect(db.sql.transaction((tx) => tx.rows(other, []))).rejects.toMatchObject(unreachable)
  await expect(db.sql.rows(other, [])).rejects.toMatchObject(outcomeUnknown)
})

test('the connection of a transaction that could not be rolled back is closed', async () => {
  const { db, server } = await openFake({ other: { code: '22012' }, ROLLBACK: { code: '58000' } }, { size: 1 })
  await expect(db.sql.transaction((tx) => tx.rows(other, []))).rejects.toMatchObject({ code: '22012' })
  expect(await db.sql.rows(one, [])).toEqual([{ one: 1 }])
  expect(server.sessions).toHaveLength(2)
})

test('a transaction that was rolled back keeps its connection', async () => {
  const { db, server } = await openFake({ other: { code: '22012' } }, { size: 1 })
  await expect(db.sql.transaction((tx) => tx.rows(other, []))).rejects.toMatchObject({ code: '22012' })
  expect(await db.sql.rows(one, [])).toEqual([{ one: 1 }])
  expect(server.sessions).toHaveLength(1)
  expect(server.sessions[0]!.statements.slice(1)).toEqual(['BEGIN', other.text, 'ROLLBACK', one.text])
})

test('when a server has become read-only, its idle connections are closed, but not again within five seconds', async () => {
  const { db, server } = await openFake({ other: { code: '25006' } })
  stopClock()
  const use = () => Promise.all([db.sql.rows(one, []), db.sql.rows(one, [])])
  const fail = () => expect(db.sql.rows(other, [])).rejects.toMatchObject({ details: { reason: 'database_read_only' } })
  await use()
  expect(server.sessions).toHaveLength(2)
  await fail()
  await use()
  expect(server.sessions).toHaveLength(4)
  vi.advanceTimersByTime(4999)
  await fail()
  await use()
  // The connection that failed is replaced, and the idle one is still used.
  expect(server.sessions).toHaveLength(5)
  vi.advanceTimersByTime(1)
  await fail()
  await use()
  expect(server.sessions).toHaveLength(7)
})

test('a connection in use is not closed when the server has become read-only', async () => {
  const { db, server } = await openFake({ other: { code: '25006' } })
  const rows = await db.sql.transaction(async (tx) => {
    await tx.rows(one, [])
    await expect(db.sql.rows(other, [])).rejects.toMatchObject({ status: 503 })
    return tx.rows(one, [])
  })
  expect([rows, server.sessions.length]).toEqual([[{ one: 1 }], 2])
})

test('a connection that the server does not open within five seconds is given up', async () => {
  const { db, server, lost } = await openFake()
  stopClock()
  server.refuseSessions('silence')
  const read = db.sql.rows(one, [])
  let isGivenUp = false
  read.catch(() => {
    isGivenUp = true
  })
  await untilTrue(() => server.sessions.length === 1)
  await vi.advanceTimersByTimeAsync(4999)
  expect(isGivenUp).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await expect(read).rejects.toMatchObject(unreachable)
  expect([lost.length, db.oldestWaitMs()]).toEqual([1, 0])
})

test('a server without free connections is away for new requests', async () => {
  const { db, server } = await openFake()
  server.refuseSessions('53300')
  await expect(db.sql.rows(one, [])).rejects.toMatchObject(unreachable)
  server.refuseSessions(undefined)
  expect(await db.sql.rows(one, [])).toEqual([{ one: 1 }])
})

test('the pool opens no more connections than its size, and measures each wait for one', async () => {
  const { db, server } = await openFake()
  const waits: number[] = []
  db.onWait((ms) => waits.push(ms))
  const free = Promise.withResolvers<void>()
  const busy = [1, 2].map(() => db.sql.transaction(() => free.promise))
  const waiting = [1, 2, 3].map(() => db.sql.rows(one, []))
  await untilTrue(() => server.sessions.filter(({ statements }) => statements.at(-1) === 'BEGIN').length === 2)
  expect(db.pool()).toEqual({ size: 2, total: 2, idle: 0, waiting: 3 })
  expect(db.oldestWaitMs()).toBeGreaterThan(0)
  free.resolve()
  await Promise.all([...busy, ...waiting])
  expect([server.sessions.length, waits.length, db.oldestWaitMs()]).toEqual([2, 5, 0])
  await db.sql.rows(one, [])
  expect([waits.length, db.pool()]).toEqual([5, { size: 2, total: 2, idle: 2, waiting: 0 }])
})

test('two waits that begin at the same moment both count until they end', async () => {
  const { db } = await openFake({}, { size: 1 })
  const free = Promise.withResolvers<void>()
  const busy = db.sql.transaction(() => free.promise)
  await untilTrue(() => db.pool().total === 1)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
  onTestFinished(() => clock.mockRestore())
  const again = Promise.withResolvers<void>()
  const second = db.sql.transaction(() => again.promise)
  const third = db.sql.rows(one, [])
  clock.mockReturnValue(3000)
  free.resolve()
  await busy
  await untilTrue(() => db.pool().waiting === 1)
  expect(db.oldestWaitMs()).toBeCloseTo(2000)
  again.resolve()
  await Promise.all([second, third])
  expect(db.oldestWaitMs()).toBe(0)
})

test('the place of a workspace in the pool is free again after each statement and transaction, also a failed one', async () => {
  const share = makeTenantLimiter({ resource: 'connections', total: 2, perTenant: 1, waitMs: 60_000, maxWaiting: 9 })
  const { db } = await openFake({ other: { code: '22012' } }, { connectionLimiter: share })
  const work = [
    () => db.sql.rows(one, []),
    () => db.sql.rows(other, []),
    () => db.sql.transaction((tx) => tx.rows(one, [])),
    () => db.sql.transaction((tx) => tx.rows(other, [])),
  ]
  const results = await Promise.allSettled(work.map((run) => runWithTenantConnectionLimit('ann', run)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect(share.state()).toEqual({ used: 0, waiting: 0, tenants: 0 })
})

test('a workspace whose connection could not be opened has its place again', async () => {
  const share = makeTenantLimiter({ resource: 'connections', total: 2, perTenant: 1, waitMs: 0, maxWaiting: 0 })
  const { db, server } = await openFake({}, { connectionLimiter: share })
  const read = () => runWithTenantConnectionLimit('ann', () => db.sql.rows(one, []))
  server.refuseSessions('53300')
  await expect(read()).rejects.toMatchObject(unreachable)
  server.refuseSessions(undefined)
  expect([await read(), share.state().used]).toEqual([[{ one: 1 }], 0])
})

test('a workspace without a free place waits although the pool has free connections, and work for no workspace does not', async () => {
  const share = makeTenantLimiter({ resource: 'connections', total: 2, perTenant: 1, waitMs: 0, maxWaiting: 0 })
  const { db } = await openFake({}, { connectionLimiter: share })
  await runWithTenantConnectionLimit('ann', () =>
    db.sql.transaction(async () => {
      await expect(db.sql.rows(one, [])).rejects.toMatchObject({ status: 429 })
      expect(await runWithTenantConnectionLimit('bob', () => db.sql.rows(one, []))).toEqual([{ one: 1 }])
    }),
  )
  expect(await db.sql.rows(one, [])).toEqual([{ one: 1 }])
})

test('an idle connection that is lost does not end the process, and is told to the log', async () => {
  const { db, server, lost } = await openFake()
  await db.sql.rows(one, [])
  server.hangUp()
  await untilTrue(() => db.pool().total === 0)
  expect(lost).toHaveLength(1)
  expect(await db.sql.rows(one, [])).toEqual([{ one: 1 }])
})

test('connections use TCP keep-alive after five seconds', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  onTestFinished(() => keepAlive.mockRestore())
  const { db } = await openFake()
  await db.sql.rows(one, [])
  expect(keepAlive).toHaveBeenCalledWith(true, 5000)
})

test('the time limit of a response holds also while the pool is closed, and the pool leaves no timer behind', async () => {
  stopClock()
  const { db, server } = await openFake({ other: 'silence' }, { statementMs: 500, probeAfterMs: 60_000 })
  const silent = db.sql.rows(other, [])
  silent.catch(() => {})
  await untilTrue(() => server.sessions[0]?.statements.at(-1) === other.text)
  const closed = db.close()
  await vi.advanceTimersByTimeAsync(1000)
  let isOver = false
  silent.catch(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(250)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  await expect(silent).rejects.toMatchObject(outcomeUnknown)
  await closed
  expect(vi.getTimerCount()).toBe(0)
})
