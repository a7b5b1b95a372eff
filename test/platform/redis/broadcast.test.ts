import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeRedisBroadcast } from '../../../src/platform/redis/broadcast.ts'
import { openRedis } from '../../../src/platform/redis/connection.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'

const server = process.env.TEST_REDIS_URL
const log = pino({ level: 'silent' })
const limit = { timeout: 30_000 }

/** A process that sends and receives broadcasts through a proxy. `gaps` are the values of `live()` at each gap. */
async function connect() {
  const proxy = await startTcpProxy(server!)
  const redis = await openRedis(proxy.url, log)
  const gaps: boolean[] = []
  const broadcast = makeRedisBroadcast(proxy.url, redis, log, () => gaps.push(broadcast.live()))
  const messages: string[] = []
  broadcast.listen((message) => messages.push(message))
  onTestFinished(() => {
    broadcast.close()
    redis.close()
    proxy.close()
  })
  await expect.poll(() => broadcast.live(), limit).toBe(true)
  return { proxy, broadcast, gaps, messages }
}

describe.skipIf(!server)('broadcasts through Redis', () => {
  test('a process whose connection is cut reports the gap at once, and is not live meanwhile', async () => {
    const { proxy, broadcast, gaps } = await connect()
    gaps.length = 0
    proxy.cut()
    await expect.poll(() => gaps.length, limit).toBeGreaterThan(0)
    expect(gaps).not.toContain(true)
    proxy.restore()
    await expect.poll(() => broadcast.live(), limit).toBe(true)
  })

  test('a process that has had no reply for 1.5 seconds is not live', async () => {
    const { broadcast } = await connect()
    const later = performance.now() + 1500
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
    const isLive = broadcast.live()
    clock.mockRestore()
    expect(isLive).toBe(false)
  })

  test('an unsent broadcast resolves only after receivers without Redis have noticed it', async () => {
    const { proxy, broadcast } = await connect()
    proxy.cut()
    const since = performance.now()
    await broadcast.publish('message')
    expect(performance.now() - since).toBeGreaterThan(1490)
  })

  test('beyond a thousand unsent broadcasts, receivers get one that stands for all', { timeout: 120_000 }, async () => {
    const sender = await connect()
    const receiver = await connect()
    sender.proxy.cut()
    const sent = Array.from({ length: 1500 }, (_, index) => sender.broadcast.publish(`message ${index}`))
    await Promise.all(sent)
    receiver.gaps.length = 0
    sender.proxy.restore()
    await expect.poll(() => receiver.messages.includes('message 1499'), limit).toBe(true)
    await expect.poll(() => receiver.gaps.length, limit).toBeGreaterThan(0)
    // A message whose reply is late is sent again.
    expect(new Set(receiver.messages).size).toBeLessThan(1000)
  })
})
