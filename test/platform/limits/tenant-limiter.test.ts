import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../../../src/platform/errors.ts'
import { makeTenantLimiter } from '../../../src/platform/limits/tenant-limiter.ts'

const reasonOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, details: error.details, headers: error.headers }
  }
  throw new Error('It was not refused.')
}

test('a tenant beyond its part is refused with 429 and the reason, while others are served', () => {
  const share = makeTenantLimiter({ resource: 'searches', total: 10, perTenant: 2 })
  share.acquireNow('a')
  share.acquireNow('a')
  expect(reasonOf(() => share.acquireNow('a'))).toEqual({
    status: 429,
    details: { reason: 'searches', limit: 2 },
    headers: { 'Retry-After': '1' },
  })
  expect(share.acquireNow('b')).toBeTypeOf('function')
})

test('a tenant within its part is refused with 503 if the whole capacity is in use', () => {
  const share = makeTenantLimiter({ resource: 'body bytes', total: 100, perTenant: 60 })
  share.acquireNow('a', 60)
  share.acquireNow('b', 30)
  expect(reasonOf(() => share.acquireNow('c', 20))).toMatchObject({ status: 503, details: { reason: 'body bytes' } })
  expect(share.acquireNow('c', 10)).toBeTypeOf('function')
})

test('a second release has no effect, and idle tenants are removed', () => {
  const share = makeTenantLimiter({ resource: 'searches', total: 2, perTenant: 2 })
  const release = share.acquireNow('a')
  const other = share.acquireNow('b')
  release()
  release()
  expect(share.state()).toEqual({ used: 1, waiting: 0, tenants: 1 })
  other()
  expect(share.state()).toEqual({ used: 0, waiting: 0, tenants: 0 })
})

test('waiting tenants are served round-robin', async () => {
  const share = makeTenantLimiter({ resource: 'connections', total: 2, perTenant: 2, waitMs: 60_000, maxWaiting: 9 })
  const order: string[] = []
  async function ask(name: string) {
    const release = await share.acquire(name)
    order.push(name)
    return release
  }
  const first = await Promise.all([ask('a'), ask('a')])
  const later = [ask('a'), ask('a'), ask('b'), ask('b')]
  for (const release of first) release()
  const [third] = await Promise.all([later[0], later[2]])
  expect(order).toEqual(['a', 'a', 'a', 'b'])
  third!()
  await Promise.race([later[1], later[3]])
  expect(share.state().used).toBe(2)
})

test('a waiting tenant within its part is not delayed by a tenant beyond its own', async () => {
  const share = makeTenantLimiter({ resource: 'connections', total: 4, perTenant: 2, waitMs: 60_000, maxWaiting: 9 })
  await Promise.all([share.acquire('a'), share.acquire('a')])
  void share.acquire('a').catch(() => {})
  await expect(share.acquire('b')).resolves.toBeTypeOf('function')
})

test('a wait ends after waitMs with 429 and leaves nothing behind', async () => {
  const share = makeTenantLimiter({ resource: 'searches', total: 5, perTenant: 1, waitMs: 20, maxWaiting: 1 })
  const release = await share.acquire('a')
  const waiting = share.acquire('a')
  await expect(share.acquire('a')).rejects.toMatchObject({ status: 429 })
  await expect(waiting).rejects.toMatchObject({ status: 429 })
  release()
  expect(share.state()).toEqual({ used: 0, waiting: 0, tenants: 0 })
})

test('a wait for a capacity that other tenants use ends with 503', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const share = makeTenantLimiter({ resource: 'searches', total: 1, perTenant: 1, waitMs: 1000, maxWaiting: 2 })
  await share.acquire('a')
  const refused = Promise.allSettled([share.acquire('b'), share.acquire('b')])
  await vi.advanceTimersByTimeAsync(1000)
  const unavailable = { status: 'rejected', reason: { status: 503, details: { reason: 'searches' } } }
  expect(await refused).toMatchObject([unavailable, unavailable])
})

test('each wait ends after its own waitMs, whichever began first', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const share = makeTenantLimiter({ resource: 'searches', total: 1, perTenant: 1, waitMs: 1000, maxWaiting: 2 })
  await share.acquire('a')
  const ended: string[] = []
  const wait = (name: string) => void share.acquire('a').catch(() => ended.push(name))
  wait('first')
  await vi.advanceTimersByTimeAsync(600)
  wait('second')
  await vi.advanceTimersByTimeAsync(400)
  expect(ended).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(600)
  expect(ended).toEqual(['first', 'second'])
})

test('an aborted request stops waiting', async () => {
  const share = makeTenantLimiter({ resource: 'searches', total: 5, perTenant: 1, waitMs: 60_000, maxWaiting: 5 })
  const release = await share.acquire('a')
  const gone = new AbortController()
  const leaving = share.acquire('a', 1, gone.signal)
  const staying = share.acquire('a')
  gone.abort(new Error('gone'))
  await expect(leaving).rejects.toThrow('gone')
  release()
  ;(await staying)()
  expect(share.state()).toEqual({ used: 0, waiting: 0, tenants: 0 })
  await expect(share.acquire('a', 1, gone.signal)).rejects.toThrow('gone')
})

test('an amount that can never fit is refused at once', async () => {
  const share = makeTenantLimiter({ resource: 'body bytes', total: 100, perTenant: 50, waitMs: 60_000, maxWaiting: 5 })
  await expect(share.acquire('a', 51)).rejects.toMatchObject({ status: 429 })
})

test('when a waiting request gives up, a smaller one behind it is admitted at once', async () => {
  const share = makeTenantLimiter({ resource: 'bytes', total: 10, perTenant: 10, waitMs: 60_000, maxWaiting: 2 })
  share.acquireNow('ann', 5)
  const client = new AbortController()
  const large = share.acquire('ann', 8, client.signal).catch((reason: Error) => reason.name)
  const small = share.acquire('ann', 3)
  client.abort()
  expect(await large).toBe('AbortError')
  await small
  expect(share.state()).toMatchObject({ used: 8, waiting: 0 })
})

test('the abort of a request that no longer waits changes nothing', async () => {
  const share = makeTenantLimiter({ resource: 'searches', total: 9, perTenant: 1, waitMs: 60_000, maxWaiting: 5 })
  const first = await share.acquire('a')
  const client = new AbortController()
  const second = share.acquire('a', 1, client.signal)
  const third = share.acquire('a')
  first()
  const release = await second
  client.abort()
  expect(share.state()).toEqual({ used: 1, waiting: 1, tenants: 1 })
  release()
  ;(await third)()
  expect(share.state()).toEqual({ used: 0, waiting: 0, tenants: 0 })
})

test('the abort of a request whose wait has expired changes nothing', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const share = makeTenantLimiter({ resource: 'searches', total: 9, perTenant: 1, waitMs: 1000, maxWaiting: 5 })
  await share.acquire('a')
  const client = new AbortController()
  const expired = share.acquire('a', 1, client.signal).catch((error: ApiError) => error.status)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await expired).toBe(429)
  void share.acquire('a').catch(() => {})
  client.abort()
  expect(share.state().waiting).toBe(1)
})

test('nobody overtakes a waiting request of the same tenant', async () => {
  const share = makeTenantLimiter({ resource: 'bytes', total: 100, perTenant: 10, waitMs: 60_000, maxWaiting: 5 })
  const release = share.acquireNow('a', 5)
  const large = share.acquire('a', 8)
  let isSmallGranted = false
  const small = share.acquire('a', 1).then(() => {
    isSmallGranted = true
  })
  expect(share.tryAcquire('a', 1)).toBeUndefined()
  expect(reasonOf(() => share.acquireNow('a', 1)).status).toBe(429)
  await Promise.resolve()
  expect([isSmallGranted, share.state()]).toEqual([false, { used: 5, waiting: 2, tenants: 1 }])
  release()
  await Promise.all([large, small])
})

test('a tenant has its maximum to the last unit, and so has the whole', () => {
  const share = makeTenantLimiter({ resource: 'bytes', tenantLabel: 'address', total: 12, perTenant: 10 })
  expect(() => share.acquireNow('a', 11)).toThrow('This address has reached its limit for concurrent use (bytes).')
  expect(share.tryAcquire('a', 10)).toBeTypeOf('function')
  expect(share.tryAcquire('a', 1)).toBeUndefined()
  expect(share.tryAcquire('b', 3)).toBeUndefined()
  expect(share.tryAcquire('b', 2)).toBeTypeOf('function')
})

test('an amount beyond the whole capacity is refused at once with 503', async () => {
  const share = makeTenantLimiter({ resource: 'bytes', total: 40, perTenant: 50, waitMs: 60_000, maxWaiting: 5 })
  await expect(share.acquire('a', 45)).rejects.toMatchObject({ status: 503, details: { reason: 'bytes' } })
  expect(share.state()).toEqual({ used: 0, waiting: 0, tenants: 0 })
})

test('a request that waits does not keep the process running', async () => {
  const timeout = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timeout.mockRestore())
  const share = makeTenantLimiter({ resource: 'searches', total: 9, perTenant: 1, waitMs: 60_000, maxWaiting: 1 })
  await share.acquire('a')
  const client = new AbortController()
  const waiting = share.acquire('a', 1, client.signal).catch(() => {})
  expect(timeout.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false])
  client.abort()
  await waiting
})

test('when nobody waits any more, no timer is left', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const share = makeTenantLimiter({ resource: 'searches', total: 1, perTenant: 1, waitMs: 1000, maxWaiting: 2 })
  await share.acquire('a')
  const waiting = ['a', 'b'].map((tenant) => share.acquire(tenant).catch((error: ApiError) => error.status))
  await vi.advanceTimersByTimeAsync(1000)
  expect([await Promise.all(waiting), vi.getTimerCount()]).toEqual([[429, expect.any(Number)], 0])
})

test('what one request frees is given to as many waiting requests as it is enough for', async () => {
  const share = makeTenantLimiter({ resource: 'bytes', total: 10, perTenant: 10, waitMs: 60_000, maxWaiting: 5 })
  const release = share.acquireNow('a', 10)
  const waiting = [5, 3, 2].map((amount) => share.acquire('a', amount))
  release()
  await Promise.all(waiting)
  expect(share.state()).toEqual({ used: 10, waiting: 0, tenants: 1 })
})
