import { expect, onTestFinished, test, vi } from 'vitest'
import { makeTenantConnectionLimiter } from '../../../src/platform/db/tenant-connection-limiter.ts'

test('a workspace uses half of the connections, and its next requests wait for 2 s, at most 500 at a time', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const limiter = makeTenantConnectionLimiter(9)
  const connections = Array.from({ length: 5 }, () => limiter.tryAcquire('one'))
  expect(connections).toEqual(Array(5).fill(expect.any(Function)))
  expect(limiter.tryAcquire('one')).toBeUndefined()
  expect(limiter.tryAcquire('another')).toBeTypeOf('function')
  const refused = vi.fn()
  const waiting = Array.from({ length: 500 }, () => limiter.acquire('one').catch(refused))
  await expect(limiter.acquire('one')).rejects.toMatchObject({ status: 429, details: { reason: 'connections' } })
  await vi.advanceTimersByTimeAsync(1999)
  expect(refused).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(refused).toHaveBeenCalledTimes(waiting.length)
})
