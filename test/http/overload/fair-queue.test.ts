import { expect, test } from 'vitest'
import { makeFairQueue } from '../../../src/http/overload/fair-queue.ts'

function queueOf(...items: readonly string[]) {
  const queue = makeFairQueue<string>()
  for (const item of items) queue.push(item[0]!, item)
  return queue
}

function drain(take: () => string | undefined): string[] {
  const taken: string[] = []
  for (let item = take(); item !== undefined; item = take()) taken.push(item)
  return taken
}

test('clients take turns, and the items of one client stay in order', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'b2')
  expect(drain(queue.takeNext)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  expect([queue.oldest(), queue.has('a')]).toEqual([undefined, false])
})

test('the oldest item is that of the longest wait, whoever had a turn in between', () => {
  const queue = queueOf('a1', 'a2', 'b1')
  queue.takeNext()
  queue.takeNext()
  expect([queue.oldest(), queue.has('a'), queue.has('b')]).toEqual(['a2', true, false])
  queue.push('b', 'b2')
  expect(drain(queue.takeOldest)).toEqual(['a2', 'b2'])
})

test('a client that comes again has its turn after those who wait', () => {
  const queue = queueOf('a1', 'b1')
  queue.takeNext()
  queue.push('a', 'a2')
  expect(drain(queue.takeNext)).toEqual(['b1', 'a2'])
})
