import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { ClientResourceLimits } from '../../src/http/client-resource-limits.ts'
import { prepareConnectionForUnreadBody } from '../../src/http/unread-body.ts'
import { makeFakeExchange } from '../support/exchanges.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openAndSend, requestHeadWithBody } from '../support/sockets.ts'

const bodyBytes = 30_000_000
/** How much memory a body reserves that is received and dropped. */
const reservedBytes = 262_144

let service: TestService
let key: string
beforeAll(async () => {
  const share = { total: reservedBytes, perTenant: reservedBytes }
  service = await startTestService({ resourceLimits: { smallBodies: share, anonymousBodies: share } })
  key = await service.key()
})
afterAll(() => service.close())

/** Returns how many bodies are received and dropped. */
const countDropped = ({ smallBodies, anonymousBodies }: ClientResourceLimits) =>
  (smallBodies.state().used + anonymousBodies.state().used) / reservedBytes
const used = () => countDropped(service.app.resourceLimits)

/** Begins an upload that is too large, and then sends its body. `sent` resolves to whether all of it was received. */
async function upload(withKey: string | undefined) {
  const client = await openAndSend(
    service.url,
    requestHeadWithBody({ path: '/api/v1/courses', key: withKey }, bodyBytes),
  )
  await client.untilAnswered()
  const sendBody = () =>
    new Promise<boolean>((resolve) => client.socket.write(Buffer.alloc(bodyBytes, ' '), (error) => resolve(!error)))
  return { ...client, sendBody }
}

test('the rest of a refused body is received and dropped, and then the connection is closed', async () => {
  const refused = await upload(key)
  expect([refused.status(), used()]).toEqual([413, 1])
  expect(refused.told()).toMatch(/\r\nConnection: close\r\n/)
  expect(await refused.sendBody()).toBe(true)
  await refused.untilClosed()
  await vi.waitFor(() => expect(used()).toBe(0))
})

test('a tenant that is refused more bodies at once gets the response, but no more of the body is received', async () => {
  const first = await upload(key)
  const second = await upload(key)
  expect([second.status(), second.body().error.details.maxBytes, used()]).toEqual([413, 16_000_000, 1])
  expect(await second.sendBody()).toBe(false)
  await second.untilClosed()
  // Another tenant has a share of its own: here, a stranger's address.
  const stranger = await upload(undefined)
  expect([stranger.status(), used()]).toEqual([401, 2])
  for (const { socket } of [first, stranger]) socket.destroy()
  await vi.waitFor(() => expect(used()).toBe(0))
})

/** Remembers the connections that the service accepts, as the service sees them. */
function watchAcceptedSockets(): Socket[] {
  const accepted: Socket[] = []
  const onRequest = (message: unknown) => void accepted.push((message as { socket: Socket }).socket)
  subscribe('http.server.request.start', onRequest)
  onTestFinished(() => void unsubscribe('http.server.request.start', onRequest))
  return accepted
}

test('of a client that sends its whole body without reading the response, hardly more than the head is received', async () => {
  const accepted = watchAcceptedSockets()
  const first = await upload(key)
  const { hostname, port } = new URL(service.url)
  const client = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  // The service closes the connection while the client is sending.
  client.on('error', () => {})
  onTestFinished(() => void client.destroy())
  const closed = new Promise((resolve) => client.once('close', resolve))
  client.write(requestHeadWithBody({ path: '/api/v1/courses', key }, bodyBytes))
  client.end(Buffer.alloc(bodyBytes, ' '))
  client.resume()
  await closed
  expect(accepted).toHaveLength(2)
  expect(accepted[1]!.bytesRead).toBeLessThan(1_000_000)
  first.socket.destroy()
  await vi.waitFor(() => expect(used()).toBe(0))
})

test('a body that goes on after 32 MB is not received to its end', async () => {
  const head = requestHeadWithBody({ path: '/api/v1/courses', key: 'unknown' })
  const client = await openAndSend(service.url, head)
  await client.untilAnswered()
  expect(client.status()).toBe(401)
  const chunk = Buffer.concat([Buffer.from('989680\r\n'), Buffer.alloc(10_000_000, ' '), Buffer.from('\r\n')])
  const writes = Array.from(
    { length: 12 },
    () => new Promise<boolean>((resolve) => client.socket.write(chunk, (error) => resolve(!error))),
  )
  expect(await writes.at(-1)).toBe(false)
  await vi.waitFor(() => expect(used()).toBe(0))
})

test('after a short refused body, the connection is used again', async () => {
  const body = '{"name":""}'
  const head = requestHeadWithBody({ path: '/api/v1/courses', key }, body.length)
  const client = await openAndSend(service.url, head)
  client.socket.write(body)
  await client.untilAnswered()
  expect(client.status()).toBe(400)
  client.socket.write(head + body)
  await vi.waitFor(() => expect(client.told().match(/HTTP\/1\.1 400/g)).toHaveLength(2))
})

test('a client that sends no more of a refused body is disconnected after 20 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const refused = await upload(key)
  expect([refused.status(), used()]).toEqual([413, 1])
  vi.advanceTimersByTime(20_000)
  // Another time limit disconnects the client too, but later than this test waits.
  await vi.waitFor(() => expect(used()).toBe(0), 10_000)
  await refused.untilClosed()
})

/** A request whose body of `bytes` bytes has not arrived, and whose connection is only noted. */
function unfinished(bytes: number, places = 1) {
  const share = { total: places * reservedBytes, perTenant: places * reservedBytes }
  const resourceLimits = { smallBodies: share, anonymousBodies: share }
  const fake = makeFakeExchange({ headers: { 'content-length': String(bytes) }, resourceLimits })
  const events: string[] = []
  const note = (name: string) => () => void events.push(name)
  Object.assign(fake.req, { pause: note('pause'), resume: note('resume'), readableEnded: false })
  Object.assign(fake.socket, { end: note('end'), pause: note('pause socket'), destroySoon: note('close soon') })
  return { ...fake, events, closeSoon: () => (fake.socket as unknown as { destroySoon(): void }).destroySoon() }
}

test('only a body of more than 65,536 bytes costs its connection', () => {
  for (const [bytes, connection, used] of [
    [65_536, undefined, 0],
    [65_537, 'close', 1],
  ] as const) {
    const { exchange } = unfinished(bytes)
    expect([prepareConnectionForUnreadBody(exchange).Connection, countDropped(exchange.resourceLimits)]).toEqual([
      connection,
      used,
    ])
  }
})

test('of a refused body, 32 MB are received, and its connection is closed at its end', () => {
  const { exchange, req, socket, events, closeSoon } = unfinished(40_000_000)
  prepareConnectionForUnreadBody(exchange)
  closeSoon()
  expect(events).toEqual(['resume'])
  req.emit('data', Buffer.alloc(16_000_000))
  req.emit('data', Buffer.alloc(16_000_000))
  expect(socket.destroyed).toBe(false)
  req.emit('end')
  expect(events).toEqual(['resume', 'close soon'])
  req.emit('data', Buffer.alloc(1))
  expect([socket.destroyed, countDropped(exchange.resourceLimits)]).toEqual([true, 0])
})

test('a client whose body is not received has two seconds to read the response', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { exchange, socket, events, closeSoon } = unfinished(40_000_000, 0)
  expect(prepareConnectionForUnreadBody(exchange).Connection).toBe('close')
  closeSoon()
  await new Promise((resolve) => setImmediate(resolve))
  expect(events).toEqual(['pause', 'end', 'pause socket'])
  vi.advanceTimersByTime(1999)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(socket.destroyed).toBe(true)
})
