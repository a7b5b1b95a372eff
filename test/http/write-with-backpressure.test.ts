import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { writeWithBackpressure } from '../../src/http/write-with-backpressure.ts'
import { makeFakeExchange } from '../support/exchanges.ts'

/** A response to an event stream whose client can receive no more. */
function full() {
  const fake = makeFakeExchange({ resourceLimits: { responses: { total: 50_000, perTenant: 40_000 } } })
  const written: unknown[] = []
  let isDestroyed = false
  Object.assign(fake.res, {
    write: (chunk: unknown) => {
      written.push(chunk)
      return false
    },
    destroy: () => {
      isDestroyed = true
    },
  })
  return {
    ...fake,
    written,
    isDestroyed: () => isDestroyed,
    used: () => fake.exchange.resourceLimits.responses.state().used,
  }
}

test('a chunk waits until the client receives more, and its memory is counted until then', async () => {
  const { exchange, res, used } = full()
  let isOver = false
  const writing = writeWithBackpressure(exchange, 'é'.repeat(16_384)).then(() => {
    isOver = true
  })
  await turn()
  expect([isOver, used()]).toEqual([false, 32_768])
  res.emit('drain')
  await writing
  expect(used()).toBe(0)
})

test('a short chunk counts for no memory, and what the client can receive does not wait', async () => {
  const { exchange, res, used } = full()
  const writing = writeWithBackpressure(exchange, 'x'.repeat(16_383))
  expect(used()).toBe(0)
  res.emit('drain')
  await writing
  Object.assign(res, { write: () => true })
  await writeWithBackpressure(exchange, 'x'.repeat(20_000))
  expect(used()).toBe(0)
})

test.each(['finish', 'hangUp'] as const)('a chunk whose client is gone waits no longer: %s', async (end) => {
  const fake = full()
  const writing = writeWithBackpressure(fake.exchange, 'x'.repeat(20_000))
  fake[end]()
  await writing
  expect([fake.isDestroyed(), fake.used()]).toEqual([true, 0])
})

test('a chunk that is too large for the memory is not written, and neither is one for a closed response', async () => {
  const { exchange, res, written, used } = full()
  await expect(writeWithBackpressure(exchange, 'x'.repeat(40_001))).rejects.toMatchObject({ status: 400 })
  Object.assign(res, { destroyed: true })
  await writeWithBackpressure(exchange, 'x')
  expect([written, used()]).toEqual([[], 0])
})
