import { expect, test } from 'vitest'
import { reserveRequestBodyMemory } from '../../src/http/body-budget.ts'
import { makeFakeExchange } from '../support/exchanges.ts'

type Fake = ReturnType<typeof makeFakeExchange>

const used = ({ exchange: { resourceLimits } }: Fake) => ({
  small: resourceLimits.smallBodies.state().used,
  large: resourceLimits.largeBodies.state().used,
  anonymous: resourceLimits.anonymousBodies.state().used,
})
const nothing = { small: 0, large: 0, anonymous: 0 }

function declared(bytes: number, options: Parameters<typeof makeFakeExchange>[0] = {}) {
  const fake = makeFakeExchange({ ...options, headers: { 'content-length': String(bytes) } })
  return { ...fake, budget: reserveRequestBodyMemory(fake.exchange) }
}

test('a body of up to 65,536 bytes counts as small, a larger one as large, and that of a stranger as neither', () => {
  expect(used(declared(65_536))).toEqual({ ...nothing, small: 65_536 })
  expect(used(declared(65_537))).toEqual({ ...nothing, large: 65_537 })
  const caller = { kind: 'anonymous' } as const
  expect(used(declared(65_536, { caller }))).toEqual({ ...nothing, anonymous: 65_536 })
  expect(used(declared(65_537, { caller }))).toEqual({ ...nothing, anonymous: 65_537 })
})

test('a body of unknown length reserves memory in steps, and all of it for large bodies once it is large', () => {
  const fake = makeFakeExchange({ headers: { 'transfer-encoding': 'chunked' } })
  const { growTo, release } = reserveRequestBodyMemory(fake.exchange)
  expect(used(fake)).toEqual(nothing)
  for (const [bytes, reserved] of [
    [1, { ...nothing, small: 65_536 }],
    [65_536, { ...nothing, small: 65_536 }],
    [65_537, { ...nothing, large: 262_144 }],
    [262_144, { ...nothing, large: 262_144 }],
    [262_145, { ...nothing, large: 524_288 }],
  ] as const) {
    growTo(bytes)
    expect([bytes, used(fake)]).toEqual([bytes, reserved])
  }
  release()
  expect(used(fake)).toEqual(nothing)
  growTo(65_536)
  expect(used(fake)).toEqual({ ...nothing, small: 65_536 })
})

test('a small body that has arrived needs no memory, and a large one or a part of one does', () => {
  const arrived = declared(65_536, { complete: true, readableLength: 65_536 })
  arrived.budget.growTo(65_536)
  expect(used(arrived)).toEqual(nothing)
  expect(used(declared(65_537, { complete: true, readableLength: 65_537 }))).toEqual({ ...nothing, large: 65_537 })
  expect(used(declared(100, { readableLength: 50 }))).toEqual({ ...nothing, small: 100 })
})

test.each(['finish', 'hangUp'] as const)('the memory of a body is free again after the response: %s', (end) => {
  const fake = declared(1000)
  fake[end]()
  expect(used(fake)).toEqual(nothing)
})

test('a body for which there is no memory reserves none', () => {
  const resourceLimits = { largeBodies: { total: 400_000, perTenant: 300_000 } }
  expect(() => declared(300_001, { resourceLimits })).toThrow(expect.objectContaining({ status: 429 }))
  const fake = makeFakeExchange({ headers: { 'transfer-encoding': 'chunked' }, resourceLimits })
  const { growTo, release } = reserveRequestBodyMemory(fake.exchange)
  growTo(70_000)
  expect(() => growTo(262_145)).toThrow(expect.objectContaining({ status: 429 }))
  release()
  expect(used(fake)).toEqual(nothing)
})

test('the bodies of strangers from one IPv6 /64 network share one limit', () => {
  const caller = { kind: 'anonymous' } as const
  const resourceLimits = { anonymousBodies: { total: 4000, perTenant: 1500 } }
  const { exchange } = makeFakeExchange({ resourceLimits })
  const send = (ipAddress: string) =>
    reserveRequestBodyMemory({
      ...makeFakeExchange({ caller, ipAddress, headers: { 'content-length': '1000' } }).exchange,
      resourceLimits: exchange.resourceLimits,
    })
  send('2001:db8:1:2::1')
  expect(() => send('2001:db8:1:2::2')).toThrow(expect.objectContaining({ status: 429 }))
  send('2001:db8:1:3::1')
  expect(exchange.resourceLimits.anonymousBodies.state().used).toBe(2000)
})
