import { expect, onTestFinished, test, vi } from 'vitest'
import { makeRateLimitCounter } from '../../../src/platform/limits/counter.ts'
import type { SharedRedis } from '../../../src/platform/redis/connection.ts'

const limit = 2

/** A counter in a Redis that only counts, and can fail. */
function counterInRedis() {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const counts = new Map<string, number>()
  const state = { commands: [] as string[][], isAvailable: true, fails: false, failures: 0, fallbacks: 0 }
  const client = {
    defineCommand: () => {},
    rlflxIncr: async (command: string[]) => {
      state.commands.push(command)
      if (state.fails) throw new Error('away')
      const [key, points] = command
      counts.set(key!, (counts.get(key!) ?? 0) + Number(points))
      return [counts.get(key!), 40_000]
    },
  }
  const onFailure = () => {
    state.failures++
  }
  const redis = { client, isAvailable: () => state.isAvailable, onFailure } as unknown as SharedRedis
  const onFallback = () => {
    state.fallbacks++
  }
  return { state, count: makeRateLimitCounter('enterprise', limit, 60, { redis, onFallback }) }
}

test('a counter in Redis belongs to its limit and its window, and no memory is used', async () => {
  const { state, count } = counterInRedis()
  expect(await count('ann', 1)).toEqual({ consumed: 1, msBeforeNext: 40_000 })
  expect(await count('ann', 0)).toEqual({ consumed: 1, msBeforeNext: 40_000 })
  expect(state.commands[0]!.slice(0, 3)).toEqual(['coursewright:limit:enterprise:ann', '1', '60'])
  expect([state.failures, state.fallbacks]).toEqual([0, 0])
})

test('a key over its limit causes no more commands until its window ends, and other keys do', async () => {
  const { state, count } = counterInRedis()
  for (const consumed of [1, 2, 3]) expect(await count('ann', 1)).toEqual({ consumed, msBeforeNext: 40_000 })
  vi.setSystemTime(1_010_000)
  expect(await count('ann', 1)).toEqual({ consumed: Number.POSITIVE_INFINITY, msBeforeNext: 30_000 })
  expect(state.commands).toHaveLength(3)
  await count('bob', 1)
  expect(state.commands).toHaveLength(4)
  vi.setSystemTime(1_040_000)
  expect((await count('ann', 1)).consumed).toBe(4)
})

test('a counter whose Redis fails counts in memory, and tells both', async () => {
  const { state, count } = counterInRedis()
  await count('ann', 2)
  state.fails = true
  expect(await count('ann', 1)).toEqual({ consumed: 1, msBeforeNext: 60_000 })
  expect([state.failures, state.fallbacks, state.commands.length]).toEqual([1, 1, 2])
})

test('while Redis is away, the counter sends no commands', async () => {
  const { state, count } = counterInRedis()
  state.isAvailable = false
  expect((await count('ann', 1)).consumed).toBe(1)
  expect((await count('ann', 1)).consumed).toBe(2)
  expect([state.failures, state.fallbacks, state.commands.length]).toEqual([0, 2, 0])
})

test('without Redis, a counter counts in memory, and that is no failure', async () => {
  let fallbacks = 0
  const count = makeRateLimitCounter('enterprise', limit, 60, { redis: undefined, onFallback: () => fallbacks++ })
  expect([(await count('ann', 1)).consumed, (await count('ann', 1)).consumed, fallbacks]).toEqual([1, 2, 0])
})
