import { expect, onTestFinished, test, vi } from 'vitest'
import { reserveResponseMemory, sendHttpResponse } from '../../src/http/send.ts'
import { prepareConnectionForUnreadBody } from '../../src/http/unread-body.ts'
import { makeFakeExchange } from '../support/exchanges.ts'
import { untilTrue } from '../support/turns.ts'

/** An exchange whose response is only noted. */
function noted(options: Parameters<typeof makeFakeExchange>[0] = {}) {
  const fake = makeFakeExchange({ complete: true, ...options })
  const sent: { status: number; body: Uint8Array | string }[] = []
  let status = 0
  Object.assign(fake.res, {
    writeHead: (code: number) => {
      status = code
      return fake.res
    },
    end: (body: Uint8Array | string) => sent.push({ status, body }),
  })
  return { ...fake, sent, used: () => fake.exchange.resourceLimits.responses.state().used }
}

const zipped = { headers: { 'accept-encoding': 'gzip' } }
const long = 'A long text. '.repeat(10_000)

test('a response counts for the memory from 16,384 bytes on, until it was sent', () => {
  const { exchange, sent, used, finish } = noted()
  sendHttpResponse(exchange, 200, 'text/plain', 'x'.repeat(16_383))
  expect([sent.length, used()]).toEqual([1, 0])
  sendHttpResponse(exchange, 200, 'text/plain', 'x'.repeat(16_384))
  expect([sent.length, used()]).toEqual([2, 16_384])
  finish()
  expect(used()).toBe(0)
})

test('a compressed response counts with its own size as soon as it is compressed', async () => {
  const { exchange, sent, used, finish } = noted(zipped)
  sendHttpResponse(exchange, 200, 'text/plain', long)
  expect(used()).toBe(130_000)
  await untilTrue(() => sent.length === 1)
  expect([used(), used() < 2000]).toEqual([sent[0]!.body.length, true])
  finish()
  expect(used()).toBe(0)
})

test('a response whose client has gone while it was compressed counts no longer, and is not sent', async () => {
  for (const isWaitingForEarlierResponse of [true, false]) {
    const { exchange, res, sent, used, hangUp } = noted(zipped)
    sendHttpResponse(exchange, 200, 'text/plain', long)
    // Node reports no end of a pipelined response that waits for an earlier one.
    if (!isWaitingForEarlierResponse) Object.assign(res, { closed: true, destroyed: true })
    hangUp()
    expect(used()).toBe(0)
    const later = noted(zipped)
    sendHttpResponse(later.exchange, 200, 'text/plain', long)
    await untilTrue(() => later.sent.length === 1 && (sent.length === 1 || !isWaitingForEarlierResponse))
    expect([used(), sent.length]).toEqual([0, isWaitingForEarlierResponse ? 1 : 0])
  }
})

test('a response to a client that has gone counts for no memory', () => {
  const { exchange, used, hangUp } = noted()
  hangUp()
  sendHttpResponse(exchange, 200, 'text/plain', 'é'.repeat(20_000))
  expect(used()).toBe(0)
})

test('a client may take its time for a response, but not longer', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const slow = noted({ resourceLimits: { maxResponseMs: 1000 } })
  sendHttpResponse(slow.exchange, 200, 'text/plain', long)
  vi.advanceTimersByTime(999)
  expect(slow.socket.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect([slow.socket.destroyed, slow.used()]).toEqual([true, 0])
  const fast = noted({ resourceLimits: { maxResponseMs: 1000 } })
  sendHttpResponse(fast.exchange, 200, 'text/plain', long)
  fast.finish()
  vi.advanceTimersByTime(1000)
  expect(fast.socket.destroyed).toBe(false)
})

test('a text that is longer in bytes than the memory allows is refused, and reserves nothing', () => {
  const { exchange, sent, used, finish } = noted({
    resourceLimits: { responses: { total: 60_000, perTenant: 50_000 } },
  })
  expect(() => sendHttpResponse(exchange, 200, 'text/plain', 'é'.repeat(25_001))).toThrow(
    expect.objectContaining({ status: 400 }),
  )
  expect(sent).toEqual([])
  sendHttpResponse(exchange, 200, 'text/plain', 'é'.repeat(25_000))
  expect(used()).toBe(50_000)
  finish()
  expect(used()).toBe(0)
})

test('the answer to a client that has gone during its upload takes none of the places for refused bodies', () => {
  const { exchange, hangUp } = makeFakeExchange({ headers: { 'content-length': '1000000' } })
  hangUp()
  prepareConnectionForUnreadBody(exchange)
  expect(exchange.resourceLimits.smallBodies.state().used).toBe(0)
})

test('a response to a stranger that is refused because the memory of all is used reserves nothing', () => {
  const caller = { kind: 'anonymous' } as const
  const responses = { total: 50_000, perTenant: 50_000 }
  const { exchange } = makeFakeExchange({ caller, resourceLimits: { responses } })
  const { responses: ofAll, anonymousResponses: ofStrangers } = exchange.resourceLimits
  const used = () => [ofAll.state().used, ofStrangers.state().used]
  const release = ofAll.acquireNow('ann', 40_000)
  expect(() => reserveResponseMemory(exchange, 20_000)).toThrow(expect.objectContaining({ status: 503 }))
  expect(used()).toEqual([40_000, 0])
  release()
  const end = reserveResponseMemory(exchange, 20_000)
  expect(used()).toEqual([20_000, 20_000])
  end()
  expect(used()).toEqual([0, 0])
})
