import { expect, onTestFinished, test, vi } from 'vitest'
import { makeClientResourceLimits } from '../../src/http/client-resource-limits.ts'
import { reserveEventStreamSlot } from '../../src/http/event-stream.ts'
import { makeFakeExchange } from '../support/exchanges.ts'

function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('a stream may last 20 minutes, and the sending of a response 5', () => {
  const { maxStreamMs, maxResponseMs, maxResponseBytes } = makeClientResourceLimits()
  expect({ maxStreamMs, maxResponseMs, maxResponseBytes }).toEqual({
    maxStreamMs: 1_200_000,
    maxResponseMs: 300_000,
    maxResponseBytes: 40_000_000,
  })
})

test('a stream that lasts too long is disconnected, and its place is free again', () => {
  stopClock()
  const { exchange, socket } = makeFakeExchange({ resourceLimits: { maxStreamMs: 5000 } })
  reserveEventStreamSlot(exchange)
  vi.advanceTimersByTime(4999)
  expect([socket.destroyed, exchange.resourceLimits.streams.state().used]).toEqual([false, 1])
  vi.advanceTimersByTime(1)
  expect([socket.destroyed, exchange.resourceLimits.streams.state().used]).toEqual([true, 0])
})

test('a stream that ends frees its place, and its connection stays open', () => {
  stopClock()
  const { exchange, socket, finish } = makeFakeExchange({ resourceLimits: { maxStreamMs: 5000 } })
  reserveEventStreamSlot(exchange)
  finish()
  expect(exchange.resourceLimits.streams.state().used).toBe(0)
  vi.advanceTimersByTime(5000)
  expect(socket.destroyed).toBe(false)
})

test.each([
  ['before the stream', true],
  ['during the stream', false],
])(
  'a client that closes its side of the connection %s is disconnected, and its place is free again',
  (_when, before) => {
    const { exchange, socket } = makeFakeExchange()
    Object.assign(socket, { readableEnded: before })
    reserveEventStreamSlot(exchange)
    expect([socket.destroyed, exchange.resourceLimits.streams.state().used]).toEqual(before ? [true, 0] : [false, 1])
    socket.emit('end')
    expect([socket.destroyed, exchange.resourceLimits.streams.state().used]).toEqual([true, 0])
  },
)
