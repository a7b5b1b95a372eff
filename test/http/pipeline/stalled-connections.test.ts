import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { Exchange } from '../../../src/http/exchange.ts'
import { makeStalledConnectionHandler } from '../../../src/http/pipeline/stalled-connections.ts'

type State = {
  hasRequest?: boolean
  isComplete?: boolean
  socketBytes?: number
  responseBytes?: number
  /** Whether the responses before this one have ended. */
  isNext?: boolean
  timeout?: number
}

/** Returns what happens to a connection on which nothing has moved for a while. */
function outcomeOf({
  hasRequest = true,
  isComplete = true,
  socketBytes = 0,
  responseBytes = 0,
  isNext = true,
  timeout = 30_000,
}: State) {
  const outcome: unknown[] = []
  const socket = {
    writableLength: socketBytes,
    timeout,
    destroy: () => outcome.push('closed'),
    setTimeout: (ms: number) => outcome.push(`left open for ${ms} ms`),
  } as unknown as Socket
  const exchange = {
    req: { complete: isComplete },
    res: { writableLength: responseBytes, socket: isNext ? socket : null },
  } as unknown as Exchange
  const inFlight = new WeakMap<object, Exchange>()
  if (hasRequest) inFlight.set(socket, exchange)
  makeStalledConnectionHandler(inFlight, ({ code }) => outcome.push(code))(socket)
  return outcome
}

test('a connection is closed if it has no request, or if its client does not take the response', () => {
  expect(outcomeOf({ hasRequest: false })).toEqual(['closed'])
  expect(outcomeOf({ socketBytes: 1 })).toEqual(['closed'])
  expect(outcomeOf({ responseBytes: 1 })).toEqual(['closed'])
})

test('a request that does not arrive completely gets 408', () => {
  expect(outcomeOf({ isComplete: false })).toEqual(['ERR_HTTP_REQUEST_TIMEOUT'])
})

test('a request on which the service works stays, and is looked at again', () => {
  expect(outcomeOf({})).toEqual(['left open for 30000 ms'])
  expect(outcomeOf({ responseBytes: 1, isNext: false })).toEqual(['left open for 30000 ms'])
})
