import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeLruCache } from '../../src/platform/lru-cache.ts'

test('a full cache drops the entry that was not used for the longest time', () => {
  const cache = makeLruCache<number>(3)
  for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index)
  cache.get('a')
  cache.set('d', 3)
  expect([...cache.keys()].toSorted()).toEqual(['a', 'c', 'd'])
})

test('a cache of many entries stays at its maximum', () => {
  const cache = makeLruCache<true>(100)
  for (let index = 0; index < 1000; index++) cache.set(`key ${index}`, true)
  expect(cache.size).toBe(100)
  expect(cache.has('key 899')).toBe(false)
  expect(cache.has('key 900')).toBe(true)
})

test('an entry ends after its ttl', async () => {
  const cache = makeLruCache<number>(3, { ttl: 20 })
  cache.set('a', 1)
  expect(cache.get('a')).toBe(1)
  await setTimeout(30)
  expect(cache.get('a')).toBeUndefined()
})
