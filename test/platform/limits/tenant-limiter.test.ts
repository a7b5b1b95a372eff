import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../../../src/platform/errors.ts'
import { runWithTenantConnectionLimit } from '../../../src/platform/limits/tenant-context.ts'
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

test('small requests do not overtake a large request of another tenant', async () => {
  const share = makeTenantLimiter({ resource: 'bytes', total: 24, perTenant: 16, waitMs: 60_000, maxWaiting: 2 })
  const [first, second, third] = ['a', 'b', 'c'].map((tenant) => share.acquireNow(tenant, 8))
  const order: string[] = []
  const large = share.acquire('large', 16).then((release) => {
    order.push('large')
    return release
  })
  first!()
  expect(share.tryAcquire('d', 8)).toBeUndefined()
  expect(reasonOf(() => share.acquireNow('d', 8))).toMatchObject({ status: 503 })
  const small = share.acquire('d', 8).then(() => order.push('small'))
  second!()
  const releaseLarge = await large
  expect(order).toEqual(['large'])
  releaseLarge()
  await small
  third!()
  expect(share.state()).toMatchObject({ used: 8, waiting: 0 })
})

test('a tenant that has reached its own maximum keeps no capacity for its waiting request', async () => {
  const share = makeTenantLimiter({ resource: 'bytes', total: 24, perTenant: 16, waitMs: 60_000, maxWaiting: 2 })
  const release = share.acquireNow('a', 12)
  const waiting = share.acquire('a', 8)
  expect(share.tryAcquire('b', 8)).toBeTypeOf('function')
  release()
  await waiting
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

test('a request beyond maxWaiting is refused at once, although others wait much longer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const share = makeTenantLimiter({ resource: 'searches', total: 5, perTenant: 1, waitMs: 60_000, maxWaiting: 2 })
  const release = await share.acquire('a')
  const waiting = [share.acquire('a'), share.acquire('a')]
  await expect(Promise.race([share.acquire('a'), vi.advanceTimersByTimeAsync(59_999)])).rejects.toMatchObject({
    status: 429,
    details: { reason: 'searches', limit: 1 },
  })
  expect(share.state()).toEqual({ used: 1, waiting: 2, tenants: 1 })
  release()
  for (const granted of waiting) (await granted)()
})

test('later requests do not overtake a large one that waits for free capacity', async () => {
  const share = makeTenantLimiter({ resource: 'bytes', total: 24, perTenant: 16, waitMs: 60_000, maxWaiting: 9 })
  const granted: string[] = []
  const ask = async (name: string, amount: number) => {
    const release = await share.acquire(name, amount)
    granted.push(name)
    return release
  }
  const [first, second] = await Promise.all([ask('a', 8), ask('b', 8), ask('c', 8)])
  const large = ask('large', 16)
  const later = ask('later', 8)
  first()
  expect(share.tryAcquire('new', 8)).toBeUndefined()
  const last = ask('last', 1)
  second()
  const release = await large
  expect(granted).toEqual(['a', 'b', 'c', 'large'])
  release()
  await Promise.all([later, last])
  expect(granted.slice(4)).toEqual(['later', 'last'])
})

test('from the moment a large request waits, free capacity is kept for it', async () => {
  const share = makeTenantLimiter({ resource: 'bytes', total: 24, perTenant: 16, waitMs: 60_000, maxWaiting: 9 })
  const release = share.acquireNow('a', 16)
  const large = share.acquire('large', 16)
  expect(share.tryAcquire('new', 8)).toBeUndefined()
  release()
  await large
})

test('a large request that stops waiting gives its turn to the next one', async () => {
  const share = makeTenantLimiter({ resource: 'bytes', total: 24, perTenant: 16, waitMs: 60_000, maxWaiting: 9 })
  share.acquireNow('a', 16)
  const gone = new AbortController()
  const large = share.acquire('large', 16, gone.signal)
  const later = share.acquire('later', 8)
  gone.abort(new Error('gone'))
  await expect(large).rejects.toThrow('gone')
  await expect(later).resolves.toBeTypeOf('function')
})

test('a request behind a larger one of its own tenant keeps no other tenant waiting', async () => {
  const share = makeTenantLimiter({ resource: 'bytes', total: 24, perTenant: 16, waitMs: 60_000, maxWaiting: 9 })
  const release = share.acquireNow('a', 8)
  const large = share.acquire('a', 16)
  const small = share.acquire('a', 1)
  expect(share.tryAcquire('b', 8)).toBeTypeOf('function')
  release()
  const releaseLarge = await large
  releaseLarge()
  await small
})

const makeFullShare = (waitMs: number) => {
  const share = makeTenantLimiter({ resource: 'turns', total: 1, perTenant: 1, waitMs, maxWaiting: 9 })
  return { ...share, release: share.acquireNow('a') }
}

test('one request waits at most 20 s in all, for one resource after the other', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [first, second] = [makeFullShare(20_000), makeFullShare(10_000)]
  const refused = vi.fn()
  void runWithTenantConnectionLimit('a', async () => {
    await first.acquire('a')
    await second.acquire('a').catch(refused)
  })
  await vi.advanceTimersByTimeAsync(15_000)
  // This wait begins earlier than the second wait of the request, and may take longer.
  const other = second.acquire('b')
  first.release()
  await vi.advanceTimersByTimeAsync(4990)
  expect([second.state().waiting, refused.mock.calls]).toEqual([2, []])
  await vi.advanceTimersByTimeAsync(20)
  expect(refused).toHaveBeenCalledWith(expect.objectContaining({ status: 429, details: { reason: 'turns', limit: 1 } }))
  second.release()
  await expect(other).resolves.toBeTypeOf('function')
})

test('waits of one request that overlap are counted once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const shares = [makeFullShare(20_000), makeFullShare(20_000), makeFullShare(20_000)]
  const last = makeFullShare(10_000)
  const refused = vi.fn()
  void runWithTenantConnectionLimit('a', async () => {
    await Promise.all(shares.map(({ acquire }) => acquire('a')))
    await last.acquire('a').catch(refused)
  })
  await vi.advanceTimersByTimeAsync(9000)
  for (const { release } of shares) release()
  await vi.advanceTimersByTimeAsync(9990)
  expect([last.state().waiting, refused.mock.calls]).toEqual([1, []])
  await vi.advanceTimersByTimeAsync(20)
  expect(refused).toHaveBeenCalledTimes(1)
})
