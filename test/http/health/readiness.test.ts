import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeReadinessCheck } from '../../../src/http/health/readiness.ts'
import type { NodeAway } from '../../../src/platform/db/cluster-nodes.ts'
import { serviceForTest } from '../../support/service.ts'

const log = pino({ level: 'silent' })

/** A readiness check with a database that answers by hand and a fake clock. */
function byHand(nodesAway: NodeAway[] = []) {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const looks: PromiseWithResolvers<boolean>[] = []
  const ready = () => {
    const look = Promise.withResolvers<boolean>()
    looks.push(look)
    return look.promise
  }
  const check = makeReadinessCheck({ db: { ready, listNodesAway: async () => nodesAway }, log })
  return { looks, check, isReady: async () => (await check()).isReady }
}

test('a cluster with a node that is away is ready, and the node is named', async () => {
  const nodesAway = [{ node: 'worker-1:5432', workspaces: 0.5 }]
  const { looks, check } = byHand(nodesAway)
  const asked = check()
  looks[0]!.resolve(true)
  expect(await asked).toMatchObject({ isReady: true, nodesAway })
})

test('readiness checks within a second share one query', async () => {
  const { looks, isReady } = byHand()
  const asked = Array.from({ length: 1000 }, () => isReady())
  looks[0]!.resolve(true)
  expect(new Set(await Promise.all(asked))).toEqual(new Set([true]))
  await vi.advanceTimersByTimeAsync(999)
  expect([await isReady(), looks.length]).toEqual([true, 1])
  await vi.advanceTimersByTimeAsync(2)
  const later = isReady()
  looks[1]!.resolve(false)
  expect([await later, await isReady(), looks.length]).toEqual([false, false, 2])
})

test('a database without an answer is not ready after two seconds, and is not queried again meanwhile', async () => {
  const { looks, isReady } = byHand()
  const asked = [isReady(), isReady()]
  await vi.advanceTimersByTimeAsync(2000)
  expect(await Promise.all(asked)).toEqual([false, false])
  const again = isReady()
  await vi.advanceTimersByTimeAsync(2000)
  expect([await again, looks.length]).toEqual([false, 1])
  looks[0]!.resolve(true)
  await vi.advanceTimersByTimeAsync(0)
  expect([await isReady(), looks.length]).toEqual([true, 1])
})

test('a database that fails is not ready, and is queried again after a second', async () => {
  const { looks, isReady } = byHand()
  const asked = isReady()
  looks[0]!.reject(new Error('away'))
  expect(await asked).toBe(false)
  await vi.advanceTimersByTimeAsync(1001)
  const later = isReady()
  looks[1]!.resolve(true)
  expect(await later).toBe(true)
})

test('a check that has ended leaves no timer behind', async () => {
  const { looks, isReady } = byHand()
  const asked = isReady()
  looks[0]!.resolve(true)
  await asked
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('a service that is about to stop is live, but not ready', async () => {
  const service = await serviceForTest()
  expect((await service.http('/health/ready')).status).toBe(200)
  service.app.stop()
  const { status, headers } = await service.http('/health/ready')
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  expect((await service.http('/health/live')).status).toBe(200)
})
