import { expect, onTestFinished, test, vi } from 'vitest'
import { runWithTenantConnectionLimit } from '../../../src/platform/limits/tenant-context.ts'
import { makeTenantLimiter } from '../../../src/platform/limits/tenant-limiter.ts'
import { makeWaitBudget } from '../../../src/platform/limits/wait-budget.ts'

function useFakeClock() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

test('a budget counts waits, also one that has not ended, and not the time between them', () => {
  useFakeClock()
  const budget = makeWaitBudget(20_000)
  expect(budget.remainingMs()).toBe(20_000)
  const end = budget.begin()
  vi.advanceTimersByTime(3000)
  expect(budget.remainingMs()).toBe(17_000)
  end()
  vi.advanceTimersByTime(60_000)
  expect(budget.remainingMs()).toBe(17_000)
  const endSecond = budget.begin()
  vi.advanceTimersByTime(1000)
  endSecond()
  expect(budget.remainingMs()).toBe(16_000)
})

test('two waits that overlap count from the start of the first one to the end of the last one', () => {
  useFakeClock()
  const budget = makeWaitBudget(20_000)
  const end = budget.begin()
  vi.advanceTimersByTime(2000)
  const endSecond = budget.begin()
  vi.advanceTimersByTime(4000)
  expect(budget.remainingMs()).toBe(14_000)
  end()
  vi.advanceTimersByTime(1000)
  endSecond()
  vi.advanceTimersByTime(60_000)
  expect(budget.remainingMs()).toBe(13_000)
})

test.each(['granted', 'refused', 'aborted'])('a wait that is %s counts only until then', async (how) => {
  useFakeClock()
  const share = makeTenantLimiter({ resource: 'turns', total: 1, perTenant: 1, waitMs: 2000, maxWaiting: 9 })
  await runWithTenantConnectionLimit('a', async () => {
    const release = share.acquireNow('a')
    const abort = new AbortController()
    const first = share.acquire('a', 1, abort.signal).catch(() => release)
    await vi.advanceTimersByTimeAsync(1000)
    if (how === 'granted') release()
    if (how === 'aborted') abort.abort()
    await vi.advanceTimersByTimeAsync(1000)
    const releaseFirst = await first
    // The work of the request takes longer than all its waits may take.
    await vi.advanceTimersByTimeAsync(60_000)
    const second = share.acquire('a')
    await vi.advanceTimersByTimeAsync(1000)
    releaseFirst()
    await expect(second).resolves.toBeTypeOf('function')
  })
})
