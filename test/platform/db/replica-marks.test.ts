import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../../src/platform/db/database.ts'
import { makeReplicaRouter } from '../../../src/platform/db/replica.ts'
import type { SqlStatement } from '../../../src/platform/db/statement.ts'
import { openRedis, type SharedRedis } from '../../../src/platform/redis/connection.ts'
import { freshDatabase } from '../../support/service.ts'

/** Reports a position in PostgreSQL's log. */
type ReadPosition = () => Promise<string>

/** A database that only reports a position in PostgreSQL's log. */
function databaseWith(db: Database, read: ReadPosition): Database {
  const rows = async <Row>(_statement: SqlStatement<Row>) => [{ at: await read() }] as Row[]
  return { ...db, sql: { ...db.sql, rows }, close: async () => {} }
}

const databaseAt = (db: Database, position: { at: string }) => databaseWith(db, async () => position.at)

type RouterOptions = { replicaAt?: string; redis?: SharedRedis }

/** A router whose primary reports what `readPrimary` returns. The replica always is at `replicaAt`. */
async function routerWith(readPrimary: ReadPosition, { replicaAt = '0/1', redis }: RouterOptions = {}) {
  const { db } = await freshDatabase()
  const primary = databaseWith(db, () => readPrimary())
  const router = makeReplicaRouter({
    primary,
    replica: databaseAt(db, { at: replicaAt }),
    redis,
    log: pino({ level: 'silent' }),
  })
  onTestFinished(async () => {
    await router.close()
    await db.close()
  })
  return { router, readsReplica: async (workspace: string) => (await router.chooseReadDatabase(workspace)) !== primary }
}

/** A router between a primary and a replica whose positions the test moves. */
async function routerBetween(primaryAt: { at: string }, replicaAt: { at: string }) {
  const { db } = await freshDatabase()
  const primary = databaseAt(db, primaryAt)
  const router = makeReplicaRouter({
    primary,
    replica: databaseAt(db, replicaAt),
    redis: undefined,
    log: pino({ level: 'silent' }),
  })
  onTestFinished(async () => {
    await router.close()
    await db.close()
  })
  return { router, readsReplica: async (workspace: string) => (await router.chooseReadDatabase(workspace)) !== primary }
}

test('beyond the bound for remembered writes, every workspace counts as having written', async () => {
  const [primaryAt, replicaAt] = [{ at: '0/1' }, { at: '0/1' }]
  const { router, readsReplica } = await routerBetween(primaryAt, replicaAt)
  await expect.poll(() => readsReplica('first'), { timeout: 20_000 }).toBe(true)
  primaryAt.at = '0/5'
  for (let index = 0; index <= 10_000; index++) await router.recordWrite(index === 0 ? 'first' : `workspace ${index}`)
  expect(await readsReplica('first')).toBe(false)
  expect(await readsReplica('another')).toBe(false)
  replicaAt.at = '0/5'
  await expect.poll(() => readsReplica('first'), { timeout: 20_000 }).toBe(true)
})

test('writes that the replica has applied do not count towards the bound', async () => {
  const [primaryAt, replicaAt] = [{ at: '0/1' }, { at: '0/1' }]
  const { router, readsReplica } = await routerBetween(primaryAt, replicaAt)
  await expect.poll(() => readsReplica('another'), { timeout: 20_000 }).toBe(true)
  primaryAt.at = '0/2'
  for (let index = 0; index < 10_000; index++) await router.recordWrite(`workspace ${index}`)
  replicaAt.at = '0/2'
  await expect.poll(() => readsReplica('workspace 1'), { timeout: 20_000 }).toBe(true)
  primaryAt.at = '0/5'
  await router.recordWrite('first')
  expect([await readsReplica('first'), await readsReplica('another')]).toEqual([false, true])
})

test('a poll that began before a write of unknown position does not send reads to the replica', async () => {
  const polls: ((at: string) => void)[] = []
  let isWriting = false
  const { router, readsReplica } = await routerWith(() => {
    if (isWriting) return Promise.reject(new Error('no connection'))
    return new Promise((resolve) => polls.push(resolve))
  })
  await expect.poll(() => polls.length, { timeout: 20_000 }).toBe(1)
  polls[0]!('0/1')
  await expect.poll(() => readsReplica('one'), { timeout: 20_000 }).toBe(true)
  await expect.poll(() => polls.length, { timeout: 20_000 }).toBe(2)
  isWriting = true
  await router.recordWrite('one')
  isWriting = false
  polls[1]!('0/1')
  await expect.poll(() => polls.length, { timeout: 20_000 }).toBe(3)
  expect(await readsReplica('one')).toBe(false)
  // The next poll reads a position that contains the write, which the replica has not reached.
  polls[2]!('0/5')
  await expect.poll(() => polls.length, { timeout: 20_000 }).toBe(4)
  expect(await readsReplica('one')).toBe(false)
})

test('of two writes whose positions arrive in the wrong order, the later one counts', async () => {
  const waiting: ((at: string) => void)[] = []
  let isWriting = false
  const { router, readsReplica } = await routerWith(() =>
    isWriting ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve('0/1'),
  )
  await expect.poll(() => readsReplica('one'), { timeout: 20_000 }).toBe(true)
  isWriting = true
  const writes = [router.recordWrite('one'), router.recordWrite('one')]
  isWriting = false
  waiting[1]!('0/5')
  await writes[1]
  waiting[0]!('0/1')
  await writes[0]
  expect(await readsReplica('one')).toBe(false)
})

const redisUrl = process.env.TEST_REDIS_URL

async function openRedisForTest(): Promise<SharedRedis> {
  const redis = await openRedis(redisUrl!, pino({ level: 'silent' }))
  onTestFinished(() => redis.close())
  return redis
}

test.skipIf(!redisUrl)(
  "the late position of one process's write does not hide a later write of another process",
  async () => {
    const replicaAt = '9/FFFFFFFF'
    const position = { at: replicaAt }
    const [one, other] = [
      await routerWith(async () => position.at, { replicaAt, redis: await openRedisForTest() }),
      await routerWith(async () => position.at, { replicaAt, redis: await openRedisForTest() }),
    ]
    const workspace = randomUUID()
    await expect.poll(() => one.readsReplica(workspace), { timeout: 20_000 }).toBe(true)
    position.at = '10/0'
    await other.router.recordWrite(workspace)
    position.at = '9/FF'
    await one.router.recordWrite(workspace)
    expect(await one.readsReplica(workspace)).toBe(false)
    const { client } = await openRedisForTest()
    const stored = () => client.get(`coursewright:written:${workspace}`)
    expect(await stored()).toBe('10/0')
    position.at = '10/A0'
    await one.router.recordWrite(workspace)
    expect(await stored()).toBe('10/A0')
  },
)
