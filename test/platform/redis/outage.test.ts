import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeNoopBroadcast, makeRedisBroadcast, publishSingleBroadcast } from '../../../src/platform/redis/broadcast.ts'
import { openRedis } from '../../../src/platform/redis/connection.ts'
import { startFakeRedis } from '../../support/fake-redis.ts'
import { untilTrue } from '../../support/turns.ts'

/** Opens a connection whose log lines are collected. */
async function open(url: string) {
  const logged: string[] = []
  const redis = await openRedis(
    url,
    pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line).msg) }),
  )
  onTestFinished(() => redis.close())
  return { redis, logged }
}

const away = 'Redis is unreachable; rate limits are counted in memory'
const back = 'Redis is reachable again'
const log = pino({ level: 'silent' })

test('an outage begins with the first failed command and ends when Redis accepts a write again', async () => {
  const refused = { by: undefined as string | undefined }
  const server = await startFakeRedis(([name]) => (name === 'set' ? refused.by : undefined))
  const { redis, logged } = await open(server.url)
  expect(redis.isAvailable()).toBe(true)
  refused.by = 'OOM command not allowed when used memory > maxmemory.'
  redis.onFailure(new Error('failed'))
  redis.onFailure(new Error('failed again'))
  expect([redis.isAvailable(), logged]).toEqual([false, [away]])
  const before = server.count('set')
  await expect.poll(() => server.count('set'), { timeout: 10_000 }).toBeGreaterThan(before + 1)
  expect(redis.isAvailable()).toBe(false)
  refused.by = undefined
  await expect.poll(() => redis.isAvailable(), { timeout: 10_000 }).toBe(true)
  expect(logged).toEqual([away, back])
  const after = server.count('set')
  // A Redis that is back is not asked again.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await vi.advanceTimersByTimeAsync(5000)
  expect(server.count('set')).toBe(after)
})

test('if Redis cannot be reached, the connection is returned after two seconds at most, and commands fail at once', async () => {
  const server = await startFakeRedis()
  server.state.isSilent = true
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const signals: number[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    signals.push(ms)
    return AbortSignal.abort(new Error('too late'))
  })
  onTestFinished(() => timeout.mockRestore())
  const { redis, logged } = await open(server.url)
  expect([signals, redis.isAvailable(), logged]).toEqual([[2000], false, [away]])
  await expect(redis.client.get('any')).rejects.toThrow()
})

test('a command that Redis does not answer within a second fails, and is not sent again', async () => {
  const server = await startFakeRedis()
  const { redis } = await open(server.url)
  server.state.isSilent = true
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let failure: Error | undefined
  redis.client.incr('counted').catch((error: Error) => {
    failure = error
  })
  await untilTrue(() => server.count('incr') === 1)
  await vi.advanceTimersByTimeAsync(999)
  expect(failure).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(failure?.message).toBe('Command timed out')
  server.state.isSilent = false
  vi.useRealTimers()
  server.hangUp()
  await expect.poll(() => server.connections(), { timeout: 10_000 }).toBe(2)
  await expect.poll(() => redis.client.status, { timeout: 10_000 }).toBe('ready')
  expect(server.count('incr')).toBe(1)
})

/** A broadcast with what it has received. */
async function openBroadcast(server: Awaited<ReturnType<typeof startFakeRedis>>) {
  const { redis } = await open(server.url)
  let gaps = 0
  const broadcast = makeRedisBroadcast(server.url, redis, log, () => gaps++)
  onTestFinished(() => broadcast.close())
  const messages: string[] = []
  broadcast.listen((message) => messages.push(message))
  await expect.poll(() => broadcast.live(), { timeout: 10_000 }).toBe(true)
  return { broadcast, messages, gaps: () => gaps }
}

test('a process is live only when it has subscribed, and may have missed messages before', async () => {
  const server = await startFakeRedis(([name]) => (name === 'subscribe' ? 'NOPERM' : undefined))
  const { redis } = await open(server.url)
  let gaps = 0
  const broadcast = makeRedisBroadcast(server.url, redis, log, () => gaps++)
  onTestFinished(() => broadcast.close())
  await expect.poll(() => server.count('subscribe'), { timeout: 10_000 }).toBe(1)
  await new Promise((resolve) => setImmediate(resolve))
  expect([broadcast.live(), gaps]).toEqual([false, 0])
  const working = await openBroadcast(await startFakeRedis())
  expect(working.gaps()).toBe(1)
})

test('a message that was sent is not sent again, and the message for all is a gap', async () => {
  const server = await startFakeRedis()
  const { broadcast, messages, gaps } = await openBroadcast(server)
  await broadcast.publish('ann')
  await expect.poll(() => messages, { timeout: 10_000 }).toContain('ann')
  const before = gaps()
  await publishSingleBroadcast(server.url, '*')
  await expect.poll(() => gaps(), { timeout: 10_000 }).toBe(before + 1)
  await publishSingleBroadcast(server.url, 'bob')
  await expect.poll(() => messages.at(-1), { timeout: 10_000 }).toBe('bob')
  const published = server.count('publish')
  const pings = server.count('ping')
  await expect.poll(() => server.count('ping'), { timeout: 10_000 }).toBeGreaterThan(pings + 1)
  expect(server.count('publish')).toBe(published)
})

test('a message that Redis refuses is sent again until it takes it', async () => {
  const refused = { by: undefined as string | undefined }
  const server = await startFakeRedis(([name]) => (name === 'publish' ? refused.by : undefined))
  const { broadcast, messages } = await openBroadcast(server)
  refused.by = 'ERR busy'
  const published = broadcast.publish('ann')
  await expect.poll(() => server.count('publish'), { timeout: 10_000 }).toBeGreaterThan(2)
  expect(messages).toEqual([])
  refused.by = undefined
  await expect.poll(() => messages, { timeout: 10_000 }).toEqual(['ann'])
  await published
})

test('a single broadcast that cannot be sent fails with the reason', async () => {
  const server = await startFakeRedis()
  server.state.isClosed = true
  await expect(publishSingleBroadcast('redis://127.0.0.1:1', 'ann')).rejects.toThrow('ECONNREFUSED')
  await expect(publishSingleBroadcast(server.url, 'ann')).rejects.toThrow()
})

test('a single broadcast leaves no connection behind', async () => {
  const server = await startFakeRedis()
  await publishSingleBroadcast(server.url, 'ann')
  await expect.poll(() => server.open(), { timeout: 10_000 }).toBe(0)
})

test('without Redis, only a single process may use its caches', () => {
  expect([makeNoopBroadcast(true).live(), makeNoopBroadcast(false).live()]).toEqual([true, false])
})
