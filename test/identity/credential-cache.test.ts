import { expect, onTestFinished, test, vi } from 'vitest'
import { makeCredentialCache } from '../../src/identity/credential-cache.ts'

const make = (options: { maxEntries?: number; mayUseMemory?: () => boolean } = {}) =>
  makeCredentialCache<{ workspaceId: string }>({
    maxEntries: 3,
    maxAgeMs: 10_000,
    mayUseMemory: () => true,
    ...options,
  })
const ann = { workspaceId: 'ann' }
const bob = { workspaceId: 'bob' }

function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
}

test('the credential cache is bounded, and drops the least recently used credential', () => {
  const cache = make()
  for (const hash of ['a', 'b', 'c']) cache.startLookup()(hash, ann)
  cache.get('a')
  cache.startLookup()('d', ann)
  expect(cache.size()).toBe(3)
  expect(['a', 'b', 'c', 'd'].filter((hash) => cache.get(hash))).toEqual(['a', 'c', 'd'])
})

test('a cached credential expires, but is remembered as valid', () => {
  stopClock()
  const cache = make()
  cache.startLookup()('a', ann)
  cache.startLookup()('b', ann, Date.now() + 2000)
  expect([cache.get('a'), cache.get('b')]).toEqual([ann, ann])
  vi.setSystemTime(1_002_000)
  expect([cache.get('a'), cache.get('b')]).toEqual([ann, undefined])
  vi.setSystemTime(1_010_000)
  expect([cache.get('a'), cache.has('a')]).toEqual([undefined, true])
})

test('a credential whose lookup overlaps an invalidation is stored as expired', () => {
  const cache = make()
  const remember = cache.startLookup()
  cache.invalidate('bob')
  remember('a', ann)
  expect([cache.get('a'), cache.has('a')]).toEqual([undefined, true])
})

test('an invalidation expires the credentials of one workspace only', () => {
  const cache = make()
  cache.startLookup()('a', ann)
  cache.startLookup()('b', bob)
  cache.invalidate('ann')
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, bob])
  cache.invalidate()
  expect(cache.get('b')).toBeUndefined()
})

test('nothing is read from the cache while broadcasts are not received', () => {
  let mayUseMemory = true
  const cache = make({ mayUseMemory: () => mayUseMemory })
  cache.startLookup()('a', ann)
  mayUseMemory = false
  expect(cache.get('a')).toBeUndefined()
  cache.startLookup()('b', ann)
  mayUseMemory = true
  expect([cache.get('a'), cache.get('b')]).toEqual([ann, undefined])
})

test('a credential that has become invalid is removed from the cache', () => {
  const cache = make()
  cache.startLookup()('a', ann)
  cache.delete('a')
  expect([cache.get('a'), cache.has('a'), cache.size()]).toEqual([undefined, false, 0])
})

test('if the clock is set back, a cached credential is checked again', () => {
  stopClock()
  const cache = make()
  cache.startLookup()('a', ann)
  vi.setSystemTime(1_000_000 - 3_600_000)
  expect([cache.get('a'), cache.has('a')]).toEqual([undefined, true])
})
