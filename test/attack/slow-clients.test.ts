import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ClientResourceLimitOverrides, makeClientResourceLimits } from '../../src/http/client-resource-limits.ts'
import { reserveResponseMemory } from '../../src/http/send.ts'
import type { Caller } from '../../src/identity/caller.ts'
import type { ApiError } from '../../src/platform/errors.ts'
import { makeFakeExchange } from '../support/exchanges.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openAndSend, openSocket, requestHead, requestHeadWithBody } from '../support/sockets.ts'

const largeBody = 16_000_000
const largeText = 'A text that fills a block. '.repeat(9000)
const until = (check: () => void) => vi.waitFor(check, { timeout: 55_000, interval: 10 })

/** Small bounds, which a few clients reach. */
const resourceLimits: ClientResourceLimitOverrides = {
  responses: { total: 14_000_000, perTenant: 12_000_000 },
  maxResponseMs: 600_000,
}

let service: TestService
let key: string
let other: string
let tree: string
beforeAll(async () => {
  service = await startTestService({ resourceLimits, timeouts: { stalledTimeout: 600_000 } })
  key = await service.key()
  other = await service.key()
  const blocks = Array.from({ length: 21 }, () => ({ type: 'text', content: { text: largeText } }))
  const modules = [{ name: 'Long', lessons: [{ name: 'Long', blocks }] }]
  const made = await service.rest('POST', '/courses', key, { name: 'Long', modules })
  tree = `/api/v1/courses/${made.body.data.id}/tree`
})
afterAll(() => service.close())

const bytesInUse = (name: 'largeBodies' | 'smallBodies' | 'responses') => service.app.resourceLimits[name].state().used
const upload = (withKey: string | undefined, bytes?: number) =>
  requestHeadWithBody({ path: '/api/v1/courses', key: withKey }, bytes)

test('a workspace may send two bodies of 16 MB at once; for a third one it alone gets 429 with the reason', async () => {
  const first = await Promise.all([1, 2].map(() => openAndSend(service.url, upload(key, largeBody))))
  await until(() => expect(bytesInUse('largeBodies')).toBe(2 * largeBody))
  const third = await openAndSend(service.url, upload(key, largeBody))
  await third.untilAnswered()
  expect([third.status(), third.body().error.details.reason]).toEqual([429, 'bytes of large request bodies'])
  expect(third.told()).toMatch(/\r\nRetry-After: 1\r\n/)
  // Small bodies do not wait for large ones.
  expect((await service.rest('POST', '/courses', key, { name: 'Small' })).status).toBe(201)
  const theirs = await openAndSend(service.url, upload(other, largeBody))
  await until(() => expect(bytesInUse('largeBodies')).toBe(3 * largeBody))
  expect(theirs.told()).toBe('')
  for (const { socket } of [...first, theirs]) socket.destroy()
  await until(() => expect(bytesInUse('largeBodies')).toBe(0))
})

test('while six bodies of 16 MB are being sent, another workspace gets 503', async () => {
  const keys = await Promise.all([1, 2, 3].map(() => service.key()))
  const all = await Promise.all(
    keys.flatMap((one) => [1, 2].map(() => openAndSend(service.url, upload(one, largeBody)))),
  )
  await until(() => expect(bytesInUse('largeBodies')).toBe(6 * largeBody))
  const refused = await openAndSend(service.url, upload(other, largeBody))
  await refused.untilAnswered()
  expect([refused.status(), refused.body().error.details]).toEqual([503, { reason: 'bytes of large request bodies' }])
  for (const { socket } of all) socket.destroy()
  await until(() => expect(bytesInUse('largeBodies')).toBe(0))
})

test('a chunked body reserves memory as it grows, and releases it with its response', async () => {
  const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`
  const growing = await openAndSend(service.url, upload(key) + chunk(1000))
  await until(() => expect([bytesInUse('smallBodies'), bytesInUse('largeBodies')]).toEqual([65_536, 0]))
  growing.socket.write(chunk(300_000))
  await until(() => expect([bytesInUse('smallBodies'), bytesInUse('largeBodies')]).toEqual([0, 524_288]))
  const full = await Promise.all([1, 2].map(() => openAndSend(service.url, upload(key, largeBody - 300_000))))
  await until(() => expect(bytesInUse('largeBodies')).toBeGreaterThan(30_000_000))
  growing.socket.write(chunk(600_000))
  await growing.untilAnswered()
  expect(growing.status()).toBe(429)
  await until(() => expect(bytesInUse('largeBodies')).toBe(2 * (largeBody - 300_000)))
  for (const { socket } of full) socket.destroy()
  await until(() => expect(bytesInUse('largeBodies')).toBe(0))
  const whole = '{"name":"In chunks"}'
  const done = await openAndSend(service.url, `${upload(key)}${whole.length.toString(16)}\r\n${whole}\r\n0\r\n\r\n`)
  await done.untilAnswered()
  expect(done.status()).toBe(201)
  await until(() => expect([bytesInUse('smallBodies'), bytesInUse('largeBodies')]).toEqual([0, 0]))
})

test('callers without a credential have a small budget for bodies of their own, by address', async () => {
  const anonymousHead = () => requestHeadWithBody({ path: '/graphql' }, 1_000_000)
  const first = await Promise.all([1, 2].map(() => openAndSend(service.url, anonymousHead())))
  await until(() => expect(service.app.resourceLimits.anonymousBodies.state().used).toBe(2_000_000))
  const third = await openAndSend(service.url, anonymousHead())
  await third.untilAnswered()
  expect([third.status(), third.body().errors[0].extensions.details.reason]).toEqual([
    429,
    'bytes of request bodies without a credential',
  ])
  const withKey = await openAndSend(service.url, requestHeadWithBody({ path: '/graphql', key }, 1_000_000))
  await until(() => expect(bytesInUse('largeBodies')).toBe(1_000_000))
  for (const { socket } of [...first, withKey]) socket.destroy()
  await until(() =>
    expect([service.app.resourceLimits.anonymousBodies.state().used, bytesInUse('largeBodies')]).toEqual([0, 0]),
  )
})

test('callers without a credential can use only a part of the memory for responses', () => {
  const limits = {
    responses: { total: 100_000, perTenant: 100_000 },
    anonymousResponses: { total: 60_000, perTenant: 40_000 },
  }
  const resourceLimits = makeClientResourceLimits(limits)
  const exchangeOf = (caller: Caller, ipAddress: string) => ({
    ...makeFakeExchange({ caller, ipAddress }).exchange,
    resourceLimits,
  })
  const stranger = { kind: 'anonymous' } as const
  const detailsOf = (work: () => unknown) => {
    try {
      return work()
    } catch (error) {
      return [(error as ApiError).status, (error as ApiError).details.reason]
    }
  }
  const reason = 'bytes of unread responses without a credential'
  const first = reserveResponseMemory(exchangeOf(stranger, '203.0.113.1'), 40_000)
  expect(detailsOf(() => reserveResponseMemory(exchangeOf(stranger, '203.0.113.1'), 1))).toEqual([429, reason])
  expect(detailsOf(() => reserveResponseMemory(exchangeOf(stranger, '203.0.113.2'), 30_000))).toEqual([503, reason])
  const known = reserveResponseMemory({ ...makeFakeExchange().exchange, resourceLimits }, 60_000)
  // The anonymous part is released too if the whole has no room.
  expect(detailsOf(() => reserveResponseMemory(exchangeOf(stranger, '203.0.113.2'), 1))).toEqual([
    503,
    'bytes of unread responses',
  ])
  expect([resourceLimits.responses.state().used, resourceLimits.anonymousResponses.state().used]).toEqual([
    100_000, 40_000,
  ])
  for (const release of [first, known]) release()
  expect([resourceLimits.responses.state().used, resourceLimits.anonymousResponses.state().used]).toEqual([0, 0])
})

test('a client that reads no responses is refused more of them, others are served, and the memory is released', async () => {
  const sockets = await Promise.all([1, 2].map(() => openSocket(service.url)))
  for (const socket of sockets) socket.pause().write(requestHead({ path: tree, key }))
  await until(() => expect(bytesInUse('responses')).toBeGreaterThan(9_000_000))
  const third = await service.http(tree, { headers: { 'X-API-Key': key } })
  expect([third.status, third.headers.get('retry-after'), third.body.error.details]).toEqual([
    429,
    '1',
    { reason: 'bytes of unread responses', limit: 12_000_000 },
  ])
  expect((await service.rest('GET', '/courses', key)).status).toBe(200)
  const { body } = await service.rest('POST', '/courses', other, { name: 'Theirs' })
  expect((await service.rest('GET', `/courses/${body.data.id}`, other)).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  await until(() => expect(bytesInUse('responses')).toBe(0))
  expect((await service.http(tree, { headers: { 'X-API-Key': key } })).status).toBe(200)
})

test('pipelined responses release their memory when the connection is closed', async () => {
  const socket = await openSocket(service.url)
  socket.pause().write(requestHead({ path: tree, key }).repeat(2))
  await until(() => expect(bytesInUse('responses')).toBeGreaterThan(9_000_000))
  socket.destroy()
  await until(() => expect(bytesInUse('responses')).toBe(0))
})

test('a response that is read too slowly is cut off after its time', async () => {
  Object.assign(service.app.resourceLimits, { maxResponseMs: 200 })
  const socket = await openSocket(service.url)
  socket.pause().write(requestHead({ path: tree, key }))
  await until(() => expect(bytesInUse('responses')).toBeGreaterThan(4_000_000))
  await until(() => expect(bytesInUse('responses')).toBe(0))
})

test('a stream counts as open only when its request has arrived', async () => {
  const head = requestHeadWithBody({ path: '/graphql', headers: { Accept: 'text/event-stream' } }, 100)
  const sent = await openAndSend(service.url, `${head}{`)
  await until(() => expect(service.app.resourceLimits.anonymousBodies.state().used).toBe(100))
  expect(service.app.resourceLimits.streams.state().used).toBe(0)
  sent.socket.destroy()
})
