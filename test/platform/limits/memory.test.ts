import { expect, onTestFinished, test, vi } from 'vitest'
import {
  makeExceededCounterCache,
  makeFixedWindowCounter,
  maxCountersInMemory,
} from '../../../src/platform/limits/fixed-window.ts'

test('the number of counters in memory is bounded, and the oldest are dropped', () => {
  const count = makeFixedWindowCounter(60)
  count('busy', 1)
  count('idle', 1)
  for (let index = 0; index < maxCountersInMemory - 1; index++) {
    if (index % 1000 === 0) count('busy', 1)
    count(`10.0.${index}`, 1)
  }
  expect(count('busy', 0).consumed).toBe(21)
  expect(count('idle', 0).consumed).toBe(0)
})

test('reading a counter creates no entry', () => {
  const count = makeFixedWindowCounter(60)
  count('first', 1)
  for (let index = 0; index <= maxCountersInMemory; index++) count(`10.0.${index}`, 0)
  expect(count('first', 0).consumed).toBe(1)
})

test('a window ends after its seconds, and the next one starts with the next count', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const count = makeFixedWindowCounter(60)
  expect(count('a', 1)).toEqual({ consumed: 1, msBeforeNext: 60_000 })
  vi.setSystemTime(1_059_000)
  expect(count('a', 1)).toEqual({ consumed: 2, msBeforeNext: 1000 })
  vi.setSystemTime(1_060_000)
  expect(count('a', 1)).toEqual({ consumed: 1, msBeforeNext: 60_000 })
})

test('keys beyond their limit are remembered until their window ends, up to a bound', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const blocked = makeExceededCounterCache()
  blocked.add('first', 5000)
  blocked.add('second', 5000)
  expect(blocked.remainingMs('first')).toBe(5000)
  for (let index = 0; index < maxCountersInMemory - 1; index++) blocked.add(`10.0.${index}`, 5000)
  expect(blocked.remainingMs('second')).toBeLessThan(0)
  expect(blocked.remainingMs('first')).toBe(5000)
  vi.setSystemTime(1_005_000)
  expect(blocked.remainingMs('first')).toBe(0)
})

test('if the clock is set back, nobody stays blocked for longer than a time window', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 10_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const count = makeFixedWindowCounter(60)
  const overLimit = makeExceededCounterCache()
  expect(count('a', 7)).toEqual({ consumed: 7, msBeforeNext: 60_000 })
  overLimit.add('a', 60_000)
  vi.setSystemTime(10_000_000 - 3_600_000)
  expect(count('a', 1)).toEqual({ consumed: 1, msBeforeNext: 60_000 })
  expect(overLimit.remainingMs('a')).toBe(0)
})
