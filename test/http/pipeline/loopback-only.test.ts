import { expect, test } from 'vitest'
import { assertLoopbackClient } from '../../../src/http/pipeline/loopback-only.ts'
import { makeFakeExchange } from '../../support/exchanges.ts'

function isAllowed(remoteAddress: string | undefined, headers: Record<string, string> = {}): boolean {
  const { exchange, socket } = makeFakeExchange({ headers })
  Object.assign(socket, { remoteAddress })
  try {
    assertLoopbackClient(exchange)
    return true
  } catch (error) {
    expect(error).toMatchObject({ status: 403 })
    return false
  }
}

test('a client on this machine is allowed, also through proxies on this machine', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(isAllowed(address)).toBe(true)
  expect(isAllowed('127.0.0.1', { 'x-forwarded-for': '127.0.0.1, [::1]:4000' })).toBe(true)
})

test('a client on another machine is refused, and so is every request that may come from one', () => {
  expect([isAllowed('203.0.113.7'), isAllowed(undefined)]).toEqual([false, false])
  for (const forwarded of ['203.0.113.7', '203.0.113.7, 127.0.0.1', '127.0.0.1, 203.0.113.7', 'unknown', ''])
    expect([forwarded, isAllowed('127.0.0.1', { 'x-forwarded-for': forwarded })]).toEqual([forwarded, false])
  expect(isAllowed('127.0.0.1', { forwarded: 'for=127.0.0.1' })).toBe(false)
})
