import { expect, onTestFinished, test, vi } from 'vitest'
import { makeProviderTimeLimiter } from '../../src/ai/provider/timeouts.ts'

function startLimiter(totalMs: number) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const controller = new AbortController()
  return { limiter: makeProviderTimeLimiter(totalMs, controller), signal: controller.signal }
}
const takes = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('a call that has ended aborts nothing later, and the time between two calls does not count', async () => {
  const { limiter, signal } = startLimiter(1000)
  for (const _call of [1, 2]) {
    const call = limiter.wait(takes(100), 500)
    await vi.advanceTimersByTimeAsync(100)
    await call
    await vi.advanceTimersByTimeAsync(60_000)
  }
  expect(signal.aborted).toBe(false)
})

test('a call that takes too long, and calls that take too long together, are aborted', async () => {
  const silent = startLimiter(1000)
  void silent.limiter.wait(takes(60_000), 500)
  await vi.advanceTimersByTimeAsync(499)
  expect(silent.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(silent.signal.reason).toMatchObject({ reason: 'ai_timeout' })
  const { limiter, signal } = startLimiter(1000)
  const call = limiter.wait(takes(600))
  await vi.advanceTimersByTimeAsync(600)
  await call
  void limiter.wait(takes(60_000))
  await vi.advanceTimersByTimeAsync(399)
  expect(signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(signal.aborted).toBe(true)
})
