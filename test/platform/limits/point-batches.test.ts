import { expect, onTestFinished, test, vi } from 'vitest'
import { getPointBatchSize, makeBatchingPointAdder } from '../../../src/platform/limits/point-batches.ts'

const limit = 5000
const batchSize = 5

/** Two processes that share a counter, whose window of a minute has 40 seconds left. */
function twoProcesses() {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const shared = { consumed: 0, calls: 0 }
  const add = async (_key: string, points: number) => {
    shared.calls++
    shared.consumed += points
    return { consumed: shared.consumed, msBeforeNext: 40_000 }
  }
  return { shared, one: makeBatchingPointAdder(add, limit), other: makeBatchingPointAdder(add, limit) }
}

test.each([
  [60, 0],
  [1999, 1],
  [6000, 6],
  [10_000_000, 100],
])('of a limit of %s, a batch is %s points', (of, size) => expect(getPointBatchSize(of)).toBe(size))

test('each point of a batch gets its own number, and only a new batch is counted in Redis', async () => {
  const { shared, one } = twoProcesses()
  const counts: number[] = []
  for (let call = 1; call <= 2 * batchSize; call++) counts.push((await one('ann', 1)).consumed)
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(shared).toEqual({ consumed: 10, calls: 2 })
})

test('no two processes give out the same point', async () => {
  const { one, other } = twoProcesses()
  const counts: number[] = []
  for (let call = 0; call < 20; call++) counts.push((await (call % 3 ? one : other)('ann', 1)).consumed)
  expect(new Set(counts).size).toBe(20)
})

test('callers that come while a batch is on its way are counted singly', async () => {
  const { shared, one } = twoProcesses()
  const counts = await Promise.all(Array.from({ length: 4 }, () => one('ann', 1)))
  expect(new Set(counts.map(({ consumed }) => consumed)).size).toBe(4)
  expect(shared.consumed).toBe(batchSize + 3)
})

test('a batch ends with its window, and when the clock is set back', async () => {
  const { shared, one } = twoProcesses()
  await one('ann', 1)
  vi.setSystemTime(1_010_000)
  expect(await one('ann', 1)).toEqual({ consumed: 2, msBeforeNext: 30_000 })
  vi.setSystemTime(1_040_000)
  await one('ann', 1)
  expect(shared.calls).toBe(2)
  vi.setSystemTime(1_000_000)
  await one('ann', 1)
  expect(shared.calls).toBe(3)
})

test('counters have batches of their own', async () => {
  const { shared, one } = twoProcesses()
  await one('ann', 1)
  await one('bob', 1)
  expect(shared.calls).toBe(2)
})

test('reading a counter takes no point', async () => {
  const { shared, one } = twoProcesses()
  expect((await one('ann', 0)).consumed).toBe(0)
  await one('ann', 1)
  expect([(await one('ann', 0)).consumed, (await one('ann', 1)).consumed, shared.consumed]).toEqual([1, 2, batchSize])
})

test('in the last tenth of a limit every point is counted singly, so that all of them can be used', async () => {
  const { shared, one, other } = twoProcesses()
  shared.consumed = 4500
  for (let call = 1; call <= batchSize; call++) await one('ann', 1)
  expect(shared.consumed).toBe(4500 + batchSize)
  for (let call = 1; call <= batchSize; call++) await other('ann', 1)
  const before = shared.consumed
  expect((await one('ann', 1)).consumed).toBe(before + 1)
  expect((await other('ann', 1)).consumed).toBe(before + 2)
  expect(shared.consumed).toBe(before + 2)
})

test('a counter that is over its limit gives no batch', async () => {
  let calls = 0
  const add = async () => {
    calls++
    return { consumed: Number.POSITIVE_INFINITY, msBeforeNext: 1000 }
  }
  const count = makeBatchingPointAdder(add, limit)
  expect((await count('ann', 1)).consumed).toBe(Number.POSITIVE_INFINITY)
  expect((await count('ann', 1)).consumed).toBe(Number.POSITIVE_INFINITY)
  expect(calls).toBe(2)
})

test('after a failure the next call asks for a batch again', async () => {
  let fails = true
  const add = async (_key: string, points: number) => {
    if (fails) throw new Error('away')
    return { consumed: points, msBeforeNext: 1000 }
  }
  const count = makeBatchingPointAdder(add, limit)
  await expect(count('ann', 1)).rejects.toThrow('away')
  fails = false
  expect([(await count('ann', 1)).consumed, (await count('ann', 1)).consumed]).toEqual([1, 2])
})
