import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../../../src/platform/db/database.ts'
import { makeReplicaRouter } from '../../../src/platform/db/replica.ts'
import { type BoundSqlStatement, defineSqlStatement, type SqlStatement } from '../../../src/platform/db/statement.ts'
import { ApiError, makeUnavailableError } from '../../../src/platform/errors.ts'
import type { SharedRedis } from '../../../src/platform/redis/connection.ts'

const read = defineSqlStatement<{ from: string }>('test_replica_read', 'SELECT 1')
const readOnPrimary = defineSqlStatement<{ from: string }>('test_primary_read', 'SELECT 1', { onPrimary: true })

/** A database that reports the position `at` in PostgreSQL's log, and says from where other statements read. */
function fakeDatabase(name: string) {
  const state = {
    at: '0/1' as string | null,
    polls: 0,
    failure: undefined as Error | undefined,
    isSilent: false,
    isClosed: false,
  }
  const rows = async ({ text }: SqlStatement<unknown>) => {
    if (state.isSilent) return new Promise<never>(() => {})
    if (state.failure) throw state.failure
    if (!text.includes('lsn')) return [{ from: name }]
    state.polls++
    return [{ at: state.at }]
  }
  const sql = { rows, pipeline: (reads: readonly BoundSqlStatement[]) => Promise.all(reads.map(([one]) => rows(one))) }
  const close = async () => {
    state.isClosed = true
  }
  return { state, db: { sql, close } as unknown as Database }
}

/** A router on a fake clock, whose replica has been found up to date. */
async function routed({ redis }: { redis?: SharedRedis } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const [primary, replica] = [fakeDatabase('primary'), fakeDatabase('replica')]
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line).msg) })
  const router = makeReplicaRouter({ primary: primary.db, replica: replica.db, redis, log })
  onTestFinished(router.close)
  await vi.advanceTimersByTimeAsync(0)
  return {
    primary: primary.state,
    replica: replica.state,
    logged,
    router,
    isReplicaChosen: async (workspace = 'one') => (await router.chooseReadDatabase(workspace)) !== primary.db,
  }
}

const usesReplica = 'reads go to the replica'
const usesPrimary = 'reads go to the primary instead of the replica'

test('the replica is asked every 200 ms, and no more after the router was closed', async () => {
  const { router, replica } = await routed()
  expect(replica.polls).toBe(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(replica.polls).toBe(6)
  await router.close()
  await vi.advanceTimersByTimeAsync(1000)
  expect([replica.polls, replica.isClosed]).toEqual([6, true])
})

test('a replica that is 30 seconds behind is not read until it has caught up', async () => {
  const { primary, replica, isReplicaChosen, logged } = await routed()
  primary.at = '0/5'
  await vi.advanceTimersByTimeAsync(29_999)
  expect(await isReplicaChosen()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isReplicaChosen()).toBe(false)
  replica.at = '0/5'
  // The first poll finds that the replica has the old position, the second one that it has the current one.
  await vi.advanceTimersByTimeAsync(400)
  expect(await isReplicaChosen()).toBe(true)
  expect(logged).toEqual([usesReplica, usesPrimary, usesReplica])
})

test('a replica that follows a busy primary at a short distance is read', async () => {
  const { primary, replica, isReplicaChosen } = await routed()
  for (let poll = 1; poll <= 200; poll++) {
    primary.at = `0/${(poll + 1).toString(16)}`
    replica.at = `0/${poll.toString(16)}`
    await vi.advanceTimersByTimeAsync(200)
  }
  expect(await isReplicaChosen()).toBe(true)
})

test('a replica that does not answer for 2 seconds is not read', async () => {
  const { replica, isReplicaChosen } = await routed()
  replica.isSilent = true
  await vi.advanceTimersByTimeAsync(1999)
  expect(await isReplicaChosen()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isReplicaChosen()).toBe(false)
})

test('a replica whose poll fails is not read, nor is a database that replays no log', async () => {
  const { replica, isReplicaChosen, logged } = await routed()
  replica.failure = new Error('away')
  await vi.advanceTimersByTimeAsync(200)
  expect(await isReplicaChosen()).toBe(false)
  replica.failure = undefined
  await vi.advanceTimersByTimeAsync(200)
  expect(await isReplicaChosen()).toBe(true)
  replica.at = null
  await vi.advanceTimersByTimeAsync(200)
  expect(await isReplicaChosen()).toBe(false)
  expect(logged).toEqual([usesReplica, usesPrimary, usesReplica, usesPrimary])
})

test('a read that the replica cannot answer runs on the primary, and so do the next ones', async () => {
  const { replica, router, isReplicaChosen } = await routed()
  const { sql } = await router.chooseReadDatabase('one')
  expect([await sql.rows(read, []), await sql.rows(readOnPrimary, [])]).toEqual([
    [{ from: 'replica' }],
    [{ from: 'primary' }],
  ])
  expect(await sql.pipeline([[read, []]])).toEqual([[{ from: 'replica' }]])
  expect(
    await sql.pipeline([
      [read, []],
      [readOnPrimary, []],
    ]),
  ).toEqual([[{ from: 'primary' }], [{ from: 'primary' }]])
  replica.failure = makeUnavailableError('The replica is away.')
  expect(await sql.rows(read, [])).toEqual([{ from: 'primary' }])
  expect(await sql.pipeline([[read, []]])).toEqual([[{ from: 'primary' }]])
  expect(await isReplicaChosen()).toBe(false)
})

test('a read that the replica refuses for its own sake is not repeated on the primary', async () => {
  const { replica, router, isReplicaChosen } = await routed()
  const { sql } = await router.chooseReadDatabase('one')
  for (const failure of [new Error('wrong'), new ApiError('invalid_request', 'Too large.')]) {
    replica.failure = failure
    await expect(sql.rows(read, [])).rejects.toBe(failure)
    await expect(sql.pipeline([[read, []]])).rejects.toBe(failure)
  }
  expect(await isReplicaChosen()).toBe(true)
})

test('a workspace reads its own write from the primary until the replica has exactly that position', async () => {
  const { primary, replica, router, isReplicaChosen } = await routed()
  primary.at = '1/0'
  await router.recordWrite('one')
  replica.at = '0/FFFFFFFF'
  await vi.advanceTimersByTimeAsync(200)
  expect([await isReplicaChosen('one'), await isReplicaChosen('another')]).toEqual([false, true])
  replica.at = '1/0'
  await vi.advanceTimersByTimeAsync(200)
  expect(await isReplicaChosen('one')).toBe(true)
})

test('a write of unknown position sends all reads to the primary until the replica has caught up with it', async () => {
  const { primary, replica, router, isReplicaChosen } = await routed()
  primary.failure = new Error('away')
  await router.recordWrite('one')
  primary.failure = undefined
  primary.at = '0/9'
  expect([await isReplicaChosen('one'), await isReplicaChosen('another')]).toEqual([false, false])
  await vi.advanceTimersByTimeAsync(1000)
  expect(await isReplicaChosen('one')).toBe(false)
  replica.at = '0/9'
  await vi.advanceTimersByTimeAsync(200)
  expect([await isReplicaChosen('one'), await isReplicaChosen('another')]).toEqual([true, true])
})

test('a write of unknown position counts although the replica reaches the position that an earlier poll has read', async () => {
  const { primary, replica, router, isReplicaChosen } = await routed()
  primary.at = '0/5'
  await vi.advanceTimersByTimeAsync(200)
  primary.failure = new Error('away')
  await router.recordWrite('one')
  Object.assign(primary, { failure: undefined, at: '0/9' })
  replica.at = '0/5'
  await vi.advanceTimersByTimeAsync(200)
  expect(await isReplicaChosen('one')).toBe(false)
  replica.at = '0/9'
  await vi.advanceTimersByTimeAsync(200)
  expect(await isReplicaChosen('one')).toBe(true)
})

test('the latest of all forgotten writes counts, also if writes with earlier positions are forgotten after it', async () => {
  const { primary, replica, router, isReplicaChosen } = await routed()
  const writeOfMany = async (at: string, count: number) => {
    primary.at = at
    for (let index = 0; index < count; index++) await router.recordWrite(`${at} ${index}`)
  }
  // The 10,001st write makes the router forget the writes before it.
  await writeOfMany('0/9', 10_001)
  await writeOfMany('0/5', 10_000)
  replica.at = '0/5'
  await vi.advanceTimersByTimeAsync(200)
  expect(await isReplicaChosen('0/9 0')).toBe(false)
  replica.at = '0/9'
  await vi.advanceTimersByTimeAsync(200)
  expect(await isReplicaChosen('0/9 0')).toBe(true)
})

/** Redis that stores positions as the script of the service does, for one minute. */
function fakeRedis() {
  const stored = new Map<string, string>()
  const expiries: number[] = []
  const state = { isAvailable: true, fails: false, failures: 0 }
  const check = () => {
    if (state.fails) throw new Error('away')
  }
  const client = {
    eval: async (_script: string, _keys: number, key: string, lsn: string, ms: number) => {
      check()
      stored.set(key, lsn)
      expiries.push(ms)
    },
    get: async (key: string) => {
      check()
      return stored.get(key) ?? null
    },
  }
  const onFailure = () => {
    state.failures++
  }
  const redis = { client, isAvailable: () => state.isAvailable, onFailure, close: () => {} } as unknown as SharedRedis
  return {
    redis,
    state,
    expiries,
    store: (workspace: string, lsn: string) => stored.set(`coursewright:written:${workspace}`, lsn),
  }
}

test('the position of another process counts, and without an answer of Redis all reads go to the primary', async () => {
  const { redis, state, expiries, store } = fakeRedis()
  const { router, isReplicaChosen } = await routed({ redis })
  expect(await isReplicaChosen()).toBe(true)
  store('one', '0/2')
  expect([await isReplicaChosen('one'), await isReplicaChosen('another')]).toEqual([false, true])
  state.fails = true
  expect([await isReplicaChosen('another'), state.failures]).toEqual([false, 1])
  await router.recordWrite('another')
  expect(state.failures).toBe(2)
  Object.assign(state, { fails: false, isAvailable: false })
  expect(await isReplicaChosen('another')).toBe(false)
  state.isAvailable = true
  await router.recordWrite('last')
  // Longer than a replica that is read can be behind.
  expect(expiries).toEqual([60_000])
})
