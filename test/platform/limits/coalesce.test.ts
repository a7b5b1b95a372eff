import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeCoalescingPointAdder } from '../../../src/platform/limits/coalesce.ts'
import type { RateLimitCounterState } from '../../../src/platform/limits/counter-state.ts'

/** A counter whose steps end by hand. */
function countByHand() {
  const steps: { key: string; points: number; end: PromiseWithResolvers<RateLimitCounterState> }[] = []
  const count = makeCoalescingPointAdder((key, points) => {
    const end = Promise.withResolvers<RateLimitCounterState>()
    steps.push({ key, points, end })
    return end.promise
  })
  return { steps, count, asked: () => steps.map(({ key, points }) => `${key} ${points}`) }
}

test('calls for one counter in one turn become one step, and each gets its own count', async () => {
  const { steps, count, asked } = countByHand()
  const counts = [count('a', 1), count('a', 0), count('b', 1), count('a', 2)]
  await turn()
  expect(asked()).toEqual(['a 3', 'b 1'])
  steps[0]!.end.resolve({ consumed: 13, msBeforeNext: 500 })
  steps[1]!.end.resolve({ consumed: 1, msBeforeNext: 700 })
  expect(await Promise.all(counts)).toEqual([
    { consumed: 11, msBeforeNext: 500 },
    { consumed: 11, msBeforeNext: 500 },
    { consumed: 1, msBeforeNext: 700 },
    { consumed: 13, msBeforeNext: 500 },
  ])
})

test('calls during a step become the next step, which begins when the first has ended', async () => {
  const { steps, count, asked } = countByHand()
  const first = count('a', 1)
  await turn()
  const later = [count('a', 1), count('a', 1)]
  await turn()
  expect(asked()).toEqual(['a 1'])
  steps[0]!.end.resolve({ consumed: 1, msBeforeNext: 9 })
  await first
  await turn()
  expect(asked()).toEqual(['a 1', 'a 2'])
  steps[1]!.end.resolve({ consumed: 3, msBeforeNext: 8 })
  expect((await Promise.all(later)).map(({ consumed }) => consumed)).toEqual([2, 3])
  await turn()
  const last = count('a', 1)
  await turn()
  steps[2]!.end.resolve({ consumed: 4, msBeforeNext: 7 })
  expect(await last).toEqual({ consumed: 4, msBeforeNext: 7 })
})

test('a step that fails fails its calls only', async () => {
  const { steps, count } = countByHand()
  const failed = [count('a', 1), count('a', 1)]
  await turn()
  const later = count('a', 1)
  steps[0]!.end.reject(new Error('away'))
  for (const one of failed) await expect(one).rejects.toThrow('away')
  await turn()
  steps[1]!.end.resolve({ consumed: 1, msBeforeNext: 9 })
  expect(await later).toEqual({ consumed: 1, msBeforeNext: 9 })
})
